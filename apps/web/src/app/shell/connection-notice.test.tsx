import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timedFetch } from '../../lib/api/timed-fetch.ts';
import { ConnectionNotice } from './connection-notice.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function become(event: 'online' | 'offline') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(event === 'online');
  act(() => void window.dispatchEvent(new Event(event)));
}

it('says that the browser is offline, for as long as it is', () => {
  render(<ConnectionNotice isUnreachable={false} />);
  expect(screen.getByRole('status').textContent).toBe('');
  become('offline');
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
  become('online');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('says that the server is slow once a request has taken four seconds, until it is over', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  render(<ConnectionNotice isUnreachable={false} />);
  const request = timedFetch('/trpc/stocks.list');
  act(() => void vi.advanceTimersByTime(3999));
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('status').textContent).toContain('The server is slow to answer.');
  await act(async () => {
    answer.resolve(new Response());
    await request;
  });
  expect(screen.getByRole('status').textContent).toBe('');
});

it('says that the server cannot be reached, unless the browser is offline', () => {
  render(<ConnectionNotice isUnreachable={true} />);
  expect(screen.getByRole('status').textContent).toContain('The server cannot be reached. Trying again...');
  become('offline');
  expect(screen.getByRole('status').textContent).toContain('You are offline.');
});
