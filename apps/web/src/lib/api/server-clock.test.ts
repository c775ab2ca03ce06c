import { expect, it, onTestFinished, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';
import { timedFetch } from './timed-fetch.ts';

it('tells the time by the dates of the answers of the server', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T20:42:00Z') });
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  let headers: Record<string, string> = { date: 'Fri, 20 Nov 2026 20:46:00 GMT' };
  vi.stubGlobal('fetch', async () => new Response(null, { headers }));
  await timedFetch('/trpc/quotes.list');
  headers = {};
  await timedFetch('/trpc/quotes.list');
  vi.advanceTimersByTime(1_500);
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-20T20:46:01.500Z');
});
