import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { trpc } from '#lib/api/trpc.ts';
import { OfflineContext } from '#lib/session/session-context.ts';
import { ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { watchList } from '#testing/watch-list-item.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';

/** A page with a list and a chart. */
function Page() {
  const { data } = trpc.stocks.list.useQuery();
  return (
    <main>
      <p>{data && 'The list'}</p>
      <figure>A chart</figure>
    </main>
  );
}

/** Opens a page of the installed app. */
async function open({ path = '/stocks', isInstalled = true, isOffline = false } = {}) {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: isInstalled && media.includes('standalone') }),
  );
  const answers = { 'stocks.list': () => watchList([]) };
  const calls = fakeServer(answers);
  render(
    <SignedIn>
      <OfflineContext value={isOffline}>
        <Page />
        <PullToRefresh path={path} />
      </OfflineContext>
    </SignedIn>,
  );
  const list = await screen.findByText('The list');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const touch = (clientY: number) => ({ touches: [{ clientY }] });
  return {
    calls,
    status: () => screen.getByRole('status').textContent,
    pull(distance: number, target: Element = list) {
      fireEvent.touchStart(target, touch(100));
      fireEvent.touchMove(target, touch(100 + distance));
    },
    release: () => act(async () => void fireEvent.touchEnd(document.body, { touches: [] })),
  };
}

it('fetches what the page shows again after 72 px, and says when for 2 seconds', async () => {
  const { calls, status, pull, release } = await open();
  pull(71);
  expect(status()).toBe('Pull to refresh');
  pull(72);
  expect(status()).toBe('Release to refresh');
  await release();
  await vi.waitFor(() => expect(status()).toMatch(/^Updated \d{2}:\d{2}$/));
  expect(calls.map(({ procedure }) => procedure)).toEqual(['stocks.list', 'stocks.list']);
  await act(() => vi.advanceTimersByTimeAsync(2100));
  expect(status()).toBe('');
});

it('fetches nothing after a shorter way', async () => {
  const { calls, status, pull, release } = await open();
  pull(71);
  await release();
  expect(status()).toBe('');
  expect(calls.length).toBe(1);
});

it.each([
  ['in a browser tab', { isInstalled: false }],
  ['on another page', { path: '/settings' }],
  ['without the server', { isOffline: true }],
])('does nothing %s', async (_, options) => {
  const { calls, status, pull, release } = await open(options);
  pull(200);
  expect(status()).toBe('');
  await release();
  expect(calls.length).toBe(1);
});

it('leaves the gestures of the chart alone', async () => {
  const { status, pull } = await open({ path: '/stocks/AAPL' });
  pull(200, screen.getByText('A chart'));
  expect(status()).toBe('');
});

it('says nothing of an update that has failed', async () => {
  const { status, pull, release } = await open();
  fakeServer({ 'stocks.list': failWith(new ErrorResponse(404, 'Gone')) });
  pull(100);
  await release();
  await vi.waitFor(() => expect(status()).toBe(''));
});
