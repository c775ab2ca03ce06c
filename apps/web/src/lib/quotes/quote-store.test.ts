import type { Quote, QuoteList } from '@stockbook/api/schemas';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { quote, quoteList } from '#testing/quotes.ts';
import { pageClock } from '../session/page-session.ts';
import { QuoteStore } from './quote-store.ts';

const start = Date.parse('2026-11-20T20:42:30.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

/** A page that may sleep, and a server whose answers the test chooses. Without jitter. */
function open(answer: (symbols: string) => QuoteList | Promise<QuoteList>) {
  const page = { isAwake: true, wake: () => {} };
  const load = vi.fn(async (symbols: string) => answer(symbols));
  const store = new QuoteStore({
    load,
    clock: { ...pageClock, random: () => 0 },
    serverNow: () => Date.now(),
    isAwake: () => page.isAwake,
    describeFailure: (error) => ({ isAnswered: error !== 'lost', retryAfterMs: 0 }),
    onWake: (listener) => {
      page.wake = listener;
      return () => {
        page.wake = () => {};
      };
    },
  });
  const wakeUp = (isAwake: boolean) => {
    page.isAwake = isAwake;
    page.wake();
  };
  const requests = () => load.mock.calls.map(([symbols]) => symbols);
  return { store, requests, wakeUp };
}

/** The answer of the server: a quote of each symbol, and the next one in `seconds`. */
const answerIn =
  (seconds: number, facts: Partial<Quote> = {}) =>
  (symbols: string) =>
    quoteList({
      quotes: symbols.split(',').map((symbol) => quote({ symbol, ...facts })),
      next_at: new Date(Date.now() + seconds * 1000).toISOString(),
    });

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const ignore = () => {};

describe('QuoteStore', () => {
  it('requests all watched symbols at once, and wakes only the watchers of changed quotes', async () => {
    let price = 100;
    const { store, requests } = open((symbols) =>
      quoteList({
        quotes: symbols.split(',').map((symbol) => quote({ symbol, price: symbol === 'MSFT' ? price : 5 })),
        next_at: new Date(Date.now() + 60_000).toISOString(),
      }),
    );
    const [onMsft, onAapl] = [vi.fn(), vi.fn()];
    store.watch('MSFT', onMsft);
    store.watch('AAPL', onAapl);
    await after(100);
    expect(requests()).toEqual(['AAPL,MSFT']);
    const first = store.get('AAPL');
    price = 101;
    await after(62_000);
    expect(requests()).toHaveLength(2);
    expect([onMsft.mock.calls.length, onAapl.mock.calls.length]).toEqual([2, 1]);
    expect(store.get('AAPL')).toBe(first);
    expect(store.get('MSFT')?.price).toBe(101);
  });

  it('requests again 2 s after the next price is due, not sooner than 10 s and not later than 5 minutes', async () => {
    const { store, requests } = open(answerIn(60));
    store.watch('AAPL', ignore);
    await after(61_900);
    expect(requests()).toHaveLength(1);
    await after(200);
    expect(requests()).toHaveLength(2);

    const soon = open(answerIn(1));
    soon.store.watch('AAPL', ignore);
    await after(9_900);
    expect(soon.requests()).toHaveLength(1);
    await after(200);
    expect(soon.requests()).toHaveLength(2);

    const weekend = open(answerIn(100_000));
    weekend.store.watch('AAPL', ignore);
    await after(299_900);
    expect(weekend.requests()).toHaveLength(1);
    await after(200);
    expect(weekend.requests()).toHaveLength(2);
  });

  it('requests up to three times in 3 s while a first price is on its way', async () => {
    const reason = 'The first price is on its way';
    const { store, requests } = open(() =>
      quoteList({ skipped: [{ symbol: 'AAPL', reason }], next_at: new Date(Date.now()).toISOString() }),
    );
    store.watch('AAPL', ignore);
    await after(9_500);
    expect(requests()).toHaveLength(4);
    await after(9_000);
    expect(requests()).toHaveLength(4);
    await after(1_500);
    expect(requests()).toHaveLength(5);
  });

  it('requests nothing while the page is hidden, and at once when it is visible and prices are due', async () => {
    const { store, requests, wakeUp } = open(answerIn(60));
    store.watch('AAPL', ignore);
    await after(100);
    wakeUp(false);
    await after(180_000);
    expect(requests()).toHaveLength(1);
    wakeUp(true);
    await after(10);
    expect(requests()).toHaveLength(2);
  });

  it('marks the prices of a page that is offline as stale after three intervals, without a request', async () => {
    const { store, requests, wakeUp } = open(answerIn(60, { fetched_at: new Date(start).toISOString() }));
    const onChange = vi.fn();
    store.watch('AAPL', onChange);
    await after(100);
    wakeUp(false);
    await after(179_000);
    expect(store.get('AAPL')).toMatchObject({ is_stale: false });
    await after(2_000);
    expect(store.get('AAPL')).toMatchObject({ price: 187.62, is_stale: true });
    expect([requests().length, onChange.mock.calls.length]).toEqual([1, 2]);
  });

  it('requests nothing more when no component watches', async () => {
    const { store, requests } = open(answerIn(60));
    const leave = store.watch('AAPL', ignore);
    await after(100);
    leave();
    await after(600_000);
    expect(requests()).toHaveLength(1);
  });

  it('requests a symbol that appears later after 3 s at most', async () => {
    const { store, requests } = open(answerIn(60));
    store.watch('AAPL', ignore);
    await after(100);
    store.watch('MSFT', ignore);
    await after(3_000);
    expect(requests()).toEqual(['AAPL', 'AAPL,MSFT']);
  });

  it('requests symbols that appear one after the other in three quick requests, and then after 10 s', async () => {
    const { store, requests } = open(answerIn(60));
    for (let second = 0; second < 30; second += 1) {
      store.watch(`S${second}`, ignore);
      await after(1_000);
    }
    // At 0, 3, 6, 9, 19, 22, 25 and 28 s.
    expect(requests()).toHaveLength(8);
  });

  it('requests the blocks of the list whose rows show, and 100 symbols at most', async () => {
    const symbols = Array.from({ length: 200 }, (_, index) => `S${String(index).padStart(3, '0')}`);
    const { store, requests } = open(answerIn(60));
    store.setOrder(symbols);
    store.watch('S030', ignore);
    await after(100);
    expect(requests()[0]?.split(',')).toEqual(symbols.slice(25, 50));
    // Another row of the block needs no other request.
    store.watch('S049', ignore);
    await after(20_000);
    expect(requests()).toHaveLength(1);
    for (const symbol of symbols) store.watch(symbol, ignore);
    await after(3_000);
    expect(requests()[1]?.split(',')).toHaveLength(100);
  });

  it('keeps the prices when a request fails, marks them as stale in time, and tries again later', async () => {
    let isDown = false;
    const { store, requests } = open((symbols) => {
      if (isDown) throw new Error('down');
      return answerIn(60, { fetched_at: new Date(Date.now()).toISOString() })(symbols);
    });
    store.watch('AAPL', ignore);
    await after(100);
    isDown = true;
    await after(63_000);
    expect(requests()).toHaveLength(3);
    expect(store.get('AAPL')).toMatchObject({ price: 187.62, is_stale: false });
    await after(180_000);
    expect(store.get('AAPL')).toMatchObject({ price: 187.62, is_stale: true });
    expect(store.status().hasFailed).toBe(false);
  });

  it.each([
    ['an answer', new Error('refused'), true],
    ['no answer', 'lost', false],
  ])('reports a first request that fails with %s', async (_, error, hasFailed) => {
    const { store } = open(() => Promise.reject(error));
    store.watch('AAPL', ignore);
    await after(100);
    expect(store.status().hasFailed).toBe(hasFailed);
  });
});
