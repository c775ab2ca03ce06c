import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});

// Modules of their own: in those of other tests, a request may never have ended.
vi.resetModules();
const { timedFetch } = await import('#lib/api/timed-fetch.ts');
const { ConnectionNotice } = await import('./app.tsx');

function setConnection(event: 'online' | 'offline') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(event === 'online');
  act(() => void window.dispatchEvent(new Event(event)));
}

it('shows the offline notice while the browser is offline', () => {
  render(<ConnectionNotice isUnreachable={false} />);
  expect(screen.getByRole('status').textContent).toBe('');
  setConnection('offline');
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
  setConnection('online');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('shows the slow notice from four seconds after the start of a request until its end', async () => {
  const response = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => response.promise);
  render(<ConnectionNotice isUnreachable={false} />);
  const request = timedFetch('/trpc/stocks.list');
  act(() => void vi.advanceTimersByTime(3999));
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('status').textContent).toContain('The server is slow to answer.');
  await act(async () => {
    response.resolve(new Response());
    await request;
  });
  expect(screen.getByRole('status').textContent).toBe('');
});

it('shows the unreachable notice unless the browser is offline', () => {
  render(<ConnectionNotice isUnreachable={true} />);
  expect(screen.getByRole('status').textContent).toContain('The server cannot be reached. Trying again...');
  setConnection('offline');
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
});
