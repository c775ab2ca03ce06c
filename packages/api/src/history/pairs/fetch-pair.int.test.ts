import { randomUUID } from 'node:crypto';
import { type EntityManager, stockRepository, taskRepository } from '@stockbook/db';
import { sql, userRow, useTestDatabase } from '@stockbook/db/testing';
import { Stock, Task, User } from '@stockbook/db/testing/entities';
import { createProvider, MarketDataError, type MarketDataProvider } from '@stockbook/market-data';
import { describe, expect, it, vi } from 'vitest';
import { defaultQuotas } from '../../quotas/quotas.ts';
import { silentObserver } from '../../testing/silent-observer.ts';
import { ensurePairs } from './ensure-pairs.ts';
import { fetchPairTask } from './fetch-pair-task.ts';

const start = new Date('2026-11-21T12:00:00Z');
const minuteMs = 60_000;

/** A provider that has only the pairs that the test names, and two users who want rates. */
async function withPairs(...pairs: readonly string[]) {
  const { database } = await useTestDatabase();
  const simulated = createProvider({ mode: 'simulated', isProduction: false, clock: () => start });
  const calls: string[] = [];
  let failure: MarketDataError | null = null;
  let now = start;
  const check = (call: string, symbol: string) => {
    calls.push(`${call} ${symbol}`);
    if (failure) throw failure;
    if (!pairs.includes(symbol)) throw new MarketDataError('not_found', `No stock found for "${symbol}"`);
  };
  const marketData: MarketDataProvider = {
    ...simulated,
    mode: 'yahoo',
    async lookup(symbol, options) {
      check('lookup', symbol);
      return { ...(await simulated.lookup('EURUSD=X', options)), symbol, name: symbol };
    },
    async history(symbol, options) {
      check('history', symbol);
      return { ...(await simulated.history('EURUSD=X', options)), source: 'yahoo' };
    },
  };
  const services = {
    database,
    marketData,
    clock: () => now,
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    observer: silentObserver,
    quotas: { ...defaultQuotas, newSymbolsPerMinute: 5 },
  };
  const users = [randomUUID(), randomUUID()] as const;
  for (const id of users) await database.fork().insert(User, userRow(id, id));
  const tasks = () =>
    database.fork().find(Task, {}, { orderBy: { createdAt: 'asc', subject: 'asc' }, populate: ['user'] });
  return {
    database,
    users,
    calls,
    tasks,
    fail: (error: MarketDataError | null) => {
      failure = error;
    },
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    ensure: (to: string, codes: readonly string[], userId: string = users[0]) =>
      database.fork().transactional((tx) => ensurePairs(tx, { user: { id: userId }, services }, to, codes)),
    /** Runs the job of the only task that has not ended. */
    async run(from: string, to: string) {
      const [task] = (await tasks()).filter(({ finishedAt }) => finishedAt === null);
      if (!task) throw new Error('There is no active task');
      expect(task.payload).toEqual({ from, to });
      const ctx = {
        services,
        em: database.fork(),
        taskId: task.id,
        userId: task.user.id,
        signal: new AbortController().signal,
        report: async () => {},
      };
      return fetchPairTask(ctx, { from, to });
    },
    async finish(status: 'SUCCESS' | 'FAILURE') {
      for (const { id } of await tasks()) {
        await taskRepository.finish(database.fork(), id, { status, message: '', result: null }, now);
      }
    },
    store: (symbol: string, barCount = 1) => storePair(database.fork(), symbol, barCount),
    stored: async () => {
      const stocks = await database.fork().find(Stock, { barCount: { $gt: 0 } });
      return stocks.map(({ symbol }) => symbol).sort();
    },
  };
}

async function storePair(em: EntityManager, symbol: string, barCount: number): Promise<void> {
  const facts = { name: symbol, isin: null, exchange: 'CCY', sector: null, industry: null, currency: null };
  await stockRepository.upsertFacts(em, { ...facts, symbol, type: 'currency', timezone: null }, start);
  await em.nativeUpdate(Stock, { symbol }, { barCount });
}

describe('ensurePairs', () => {
  it('requests each missing rate once, whatever the code of its hundredths', async () => {
    const { ensure, tasks } = await withPairs();
    await ensure('EUR', ['GBp', 'GBP', 'EUR', 'HUF', 'GBX']);
    await ensure('EUR', ['HUF']);
    await ensure('HUF', ['EUR']);
    expect(await tasks()).toMatchObject([
      { kind: 'fetch-pair', subject: 'EUR/GBP', payload: { from: 'GBP', to: 'EUR' } },
      { kind: 'fetch-pair', subject: 'EUR/HUF', payload: { from: 'HUF', to: 'EUR' } },
    ]);
  });

  it('requests nothing when all money is in the currency of the portfolio', async () => {
    const { ensure, tasks } = await withPairs();
    await ensure('GBP', ['GBP', 'GBp']);
    expect(await tasks()).toEqual([]);
  });

  it.each([
    ['the direct pair', ['HUFSEK=X']],
    ['the inverse pair', ['SEKHUF=X']],
    ['pairs through the dollar', ['USDHUF=X', 'SEKUSD=X']],
    ['pairs through the euro', ['EURHUF=X', 'EURSEK=X']],
  ])('requests nothing when the rate follows from %s', async (_, symbols) => {
    const { ensure, tasks, store } = await withPairs();
    for (const symbol of symbols) await store(symbol);
    await ensure('SEK', ['HUF']);
    expect(await tasks()).toEqual([]);
  });

  it('requests a rate when its pair has no prices yet', async () => {
    const { ensure, tasks, store } = await withPairs();
    await store('EURHUF=X', 0);
    await ensure('EUR', ['HUF']);
    expect(await tasks()).toHaveLength(1);
  });

  it('adds one task when two users request a rate at once', async () => {
    const { ensure, tasks, users } = await withPairs();
    await Promise.all([
      ensure('EUR', ['HUF', 'SEK'], users[0]),
      ensure('SEK', ['EUR', 'HUF'], users[1]),
      ensure('EUR', ['SEK', 'HUF'], users[1]),
    ]);
    expect((await tasks()).map(({ subject }) => subject).sort()).toEqual(['EUR/HUF', 'EUR/SEK', 'HUF/SEK']);
  });

  it('adds the task of another user when the first transaction fails', async () => {
    const { database, ensure, tasks, users } = await withPairs();
    const failed = database.fork().transactional(async (tx) => {
      const services = { clock: () => start };
      await ensurePairs(tx, { user: { id: users[0] }, services }, 'EUR', ['HUF']);
      throw new Error('refused');
    });
    await Promise.all([expect(failed).rejects.toThrow('refused'), ensure('EUR', ['HUF'], users[1])]);
    expect((await tasks()).map(({ user }) => user.id)).toEqual([users[1]]);
  });

  it('keeps the stored pairs for another 30 days', async () => {
    const { database, ensure, store } = await withPairs();
    await store('EURHUF=X');
    await database.fork().nativeUpdate(Stock, {}, { untrackedSince: start });
    await ensure('EUR', ['HUF']);
    expect(await database.fork().findOneOrFail(Stock, { symbol: 'EURHUF=X' })).toMatchObject({
      untrackedSince: null,
    });
  });

  it('requests a rate that was not found again after a day', async () => {
    const { ensure, tasks, finish, pass } = await withPairs();
    await ensure('EUR', ['HUF']);
    await finish('FAILURE');
    pass(23 * 60 * minuteMs);
    await ensure('EUR', ['HUF']);
    expect(await tasks()).toHaveLength(1);
    pass(61 * minuteMs);
    await ensure('EUR', ['HUF']);
    expect(await tasks()).toHaveLength(2);
  });
});

describe('the task of a pair', () => {
  it('fetches the direct pair, and puts it on no watch list', async () => {
    const { database, ensure, run, calls, stored } = await withPairs('EURHUF=X', 'USDHUF=X', 'EURUSD=X');
    await ensure('EUR', ['HUF']);
    expect(await run('HUF', 'EUR')).toMatchObject({ message: 'The HUF/EUR rate was fetched' });
    expect(await stored()).toEqual(['EURHUF=X']);
    expect(calls).toEqual(['lookup EURHUF=X', 'history EURHUF=X']);
    const { rows } = await sql`select from user_stock`.execute(database.fork().getKysely());
    expect(rows).toEqual([]);
  });

  it('fetches the pair of the other order when the provider has only that', async () => {
    const { ensure, run, stored } = await withPairs('HUFEUR=X');
    await ensure('EUR', ['HUF']);
    await run('HUF', 'EUR');
    expect(await stored()).toEqual(['HUFEUR=X']);
  });

  it('fetches the pairs through the dollar when there is no direct one, without those that are stored', async () => {
    const { ensure, run, calls, store, stored } = await withPairs('USDHUF=X', 'EURHUF=X');
    await store('USDSEK=X');
    await ensure('SEK', ['HUF']);
    await run('HUF', 'SEK');
    expect(await stored()).toEqual(['USDHUF=X', 'USDSEK=X']);
    expect(calls).toEqual(['lookup HUFSEK=X', 'lookup SEKHUF=X', 'lookup USDHUF=X', 'history USDHUF=X']);
  });

  it('fetches the pairs through the euro when a pair with the dollar is missing', async () => {
    const { ensure, run, stored } = await withPairs('USDHUF=X', 'EURHUF=X', 'SEKEUR=X');
    await ensure('SEK', ['HUF']);
    await run('HUF', 'SEK');
    expect(await stored()).toEqual(['EURHUF=X', 'SEKEUR=X']);
  });

  it('fetches nothing when another task has stored the pair meanwhile', async () => {
    const { ensure, run, calls, store } = await withPairs();
    await ensure('EUR', ['HUF']);
    await store('EURHUF=X');
    expect(await run('HUF', 'EUR')).toMatchObject({ message: 'The HUF/EUR rate was fetched' });
    expect(calls).toEqual([]);
  });

  it('fails when the provider knows no pair', async () => {
    const { ensure, run, stored } = await withPairs();
    await ensure('EUR', ['USD']);
    await expect(run('USD', 'EUR')).rejects.toMatchObject({
      kind: 'not_found',
      message: 'No exchange rate between USD and EUR was found',
    });
    expect(await stored()).toEqual([]);
  });

  it('tries again ever later when the provider is down', async () => {
    const { ensure, run, fail, pass, stored } = await withPairs('EURHUF=X');
    const message = 'Yahoo Finance cannot be reached';
    fail(new MarketDataError('unavailable', message));
    await ensure('EUR', ['HUF']);
    let ageMs = 0;
    for (const [waitMs, delayMs] of [
      [0, 0.5 * minuteMs],
      [10 * minuteMs, 10 * minuteMs],
      [10 * 60 * minuteMs, 60 * minuteMs],
    ] as const) {
      pass(waitMs);
      ageMs += waitMs;
      expect(await run('HUF', 'EUR')).toEqual({
        progress: { message, current: 0, total: 1 },
        continueAt: new Date(start.getTime() + ageMs + delayMs),
      });
    }
    fail(null);
    await run('HUF', 'EUR');
    expect(await stored()).toEqual(['EURHUF=X']);
  });

  it('fails after a day when the provider stays down', async () => {
    const { ensure, run, fail, pass } = await withPairs('EURHUF=X');
    const error = new MarketDataError('unavailable', 'Yahoo Finance cannot be reached');
    fail(error);
    await ensure('EUR', ['HUF']);
    pass(24 * 60 * minuteMs);
    await expect(run('HUF', 'EUR')).rejects.toBe(error);
  });

  it('waits until the provider answers again when it limits the rate of requests', async () => {
    const { ensure, run, fail } = await withPairs('EURHUF=X');
    const retryAt = new Date(start.getTime() + 90 * minuteMs);
    fail(new MarketDataError('rate_limited', 'Yahoo refuses requests', { retryAt }));
    await ensure('EUR', ['HUF']);
    expect(await run('HUF', 'EUR')).toMatchObject({ continueAt: retryAt });
  });

  it('waits when the user has added too many symbols', async () => {
    const { ensure, run, calls, finish, pass, stored } = await withPairs('EURPLN=X');
    await ensure('SEK', ['HUF']);
    await expect(run('HUF', 'SEK')).rejects.toThrow('No exchange rate between HUF and SEK was found');
    await finish('FAILURE');
    await ensure('EUR', ['PLN']);
    const callCount = calls.length;
    expect(await run('PLN', 'EUR')).toMatchObject({
      progress: { message: expect.stringMatching(/^You have added 5 new symbols within a minute/) },
      continueAt: new Date(start.getTime() + minuteMs),
    });
    expect(calls).toHaveLength(callCount);
    pass(minuteMs);
    await run('PLN', 'EUR');
    expect(await stored()).toEqual(['EURPLN=X']);
  });
});
