import { randomUUID } from 'node:crypto';
import { type NewSignal, signalRepository, stockRepository, userStockRepository } from '@stockbook/db';
import { sql, userRow, useTestDatabase } from '@stockbook/db/testing';
import { Stock, User } from '@stockbook/db/testing/entities';
import { createProvider, type History, type MarketDataProvider } from '@stockbook/market-data';
import * as rules from '@stockbook/rules';
import { afterEach, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { createQuoteServices } from '../quotes/quote-services.ts';
import { evaluateRules } from '../signals/evaluate/evaluate-rules.ts';
import { createRule } from '../signals/rules/rules.ts';
import { createSignalRuleInput } from '../signals/rules/schemas.ts';
import { silentObserver } from '../testing/silent-observer.ts';
import { fetchHistory } from './fetch-history.ts';

const now = new Date('2026-11-21T12:00:00Z');
const days = Array.from({ length: 20 }, (_, day) =>
  new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
);

afterEach(() => vi.restoreAllMocks());

interface Sent extends Partial<Pick<History, 'splits' | 'source'>> {
  readonly closes: readonly number[];
}

/** A user who tracks a stock without bars, and a provider whose next history is the argument of `fetch`. */
async function tracking() {
  const { database } = await useTestDatabase();
  const simulated = createProvider({ mode: 'simulated', isProduction: false });
  const em = database.fork();
  const { id: stockId } = await stockRepository.upsertFacts(em, await simulated.lookup('NVDA'), now);
  const userId = randomUUID();
  await em.insert(User, userRow(userId, 'reader', now));
  await userStockRepository.link(em, userId, stockId, now);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const signals = vi.fn();
  const execute = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(database.fork().getKysely());
  return {
    em,
    stockId,
    userId,
    execute,
    log,
    signals,
    async fetch({ closes, splits = [], source = 'yahoo' }: Sent): Promise<Stock> {
      const marketData: MarketDataProvider = {
        ...simulated,
        mode: 'yahoo',
        async history(symbol, { from = '' } = {}) {
          const price = closes.filter((_, index) => (days[index] ?? '') >= from);
          const date = days.slice(0, closes.length).filter((day) => day >= from);
          return {
            instrument: await simulated.lookup(symbol),
            source,
            bars: { date, open: price, high: price, low: price, close: price, volume: price },
            splits: splits.filter((split) => split.date >= from),
            dividends: [],
            rejectedDates: [],
          };
        },
      };
      return fetchHistory(
        {
          em: database.fork(),
          services: {
            database,
            marketData,
            clock: () => now,
            log,
            observer: { ...silentObserver, signals },
          },
          signal: new AbortController().signal,
          report: async () => {},
        },
        await database.fork().findOneOrFail(Stock, { id: stockId }),
      );
    },
    addRule: (rule: z.input<typeof createSignalRuleInput>) =>
      createRule(
        {
          em: database.fork(),
          user: { id: userId },
          services: {
            clock: () => now,
            quotes: createQuoteServices({ isOn: true, intervalS: null, maxSymbols: 2_000, providers: [] }),
          },
        },
        createSignalRuleInput.parse(
          rule.scope === 'watch_list' || rule.scope === 'favorites' ? rule : { symbol: 'NVDA', ...rule },
        ),
      ),
    conditions: async () =>
      (
        await execute(
          sql<{ condition: string }>`select condition from signal_rule order by created_at, condition`,
        )
      ).rows.map(({ condition }) => condition),
    inbox: async () => (await signalRepository.listOfUser(database.fork(), userId, {})).signals,
  };
}

const above = { when: 'close > 10' };

it('takes the first history of a stock for history', async () => {
  const { fetch, addRule, inbox } = await tracking();
  await addRule(above);
  await fetch({ closes: [9, 11] });
  expect(await inbox()).toEqual([]);
  await fetch({ closes: [9, 11, 9, 11] });
  expect(await inbox()).toMatchObject([
    {
      barDate: days[3],
      sentence: 'NVDA: close was above 10 at the close of Nov 4, 2026 (11.00 after 9.00). Close $11.00.',
    },
  ]);
});

it('gives no signal for any date of another source', async () => {
  const { fetch, addRule, inbox } = await tracking();
  await addRule({ ...above, trigger: 'every_bar' });
  await fetch({ closes: [9], source: 'simulated' });
  await fetch({ closes: [9, 11, 11] });
  expect(await inbox()).toEqual([]);
  await fetch({ closes: [9, 11, 11, 11] });
  expect(await inbox()).toMatchObject([{ barDate: days[3], dataSource: 'yahoo' }]);
});

it('rescales the rules of a stock in the transaction that stores its split, and names all in one notice', async () => {
  const { fetch, addRule, inbox, conditions } = await tracking();
  await fetch({ closes: [1190, 1190, 1190] });
  const first = await addRule({ when: 'close > 1200', name: 'High' });
  await addRule({ when: 'close > 120', is_active: false });
  await addRule({ when: 'rsi(14) < 30' });
  const product = await addRule({ when: 'close > 2 * 700' });
  const listed = await addRule({ when: 'close > 1500', scope: 'watch_list' });
  const splits = [{ date: days[3] ?? '', numerator: 10, denominator: 1 }];
  await fetch({ closes: [119, 119, 119, 121], splits });
  expect((await conditions()).sort()).toEqual([
    'close > 12',
    'close > 120',
    'close > 1500',
    'close > 2 * 700',
    'rsi(14) < 30',
  ]);
  const notices = (await inbox()).filter(({ kind }) => kind === 'notice');
  expect(notices).toMatchObject([{ barDate: days[3], symbol: 'NVDA', ruleId: null }]);
  const [start, ...parts] = notices[0]?.sentence.split('. ') ?? [];
  expect(start).toBe('NVDA was split 10:1');
  expect(parts.sort()).toEqual([
    'High: 1,200 is now 120',
    'close is above 1,500: 1,500 over the watch list stays as before',
    'close is above 120: 120 is now 12',
    'close is above 2 × 700: Look at this rule: its prices were not changed',
  ]);
  expect(notices[0]?.rules).toHaveLength(4);
  expect(notices[0]?.rules).toEqual(
    expect.arrayContaining([
      { id: first.id, name: 'High' },
      { id: product.id, name: 'close is above 2 × 700' },
      { id: listed.id, name: 'close is above 1,500' },
    ]),
  );
  await fetch({ closes: [119, 119, 119, 121], splits });
  expect(await conditions()).toContain('close > 120');
  expect(await inbox()).toHaveLength(2);
});

it('rescales levels that are checked during the session, and those of signals before the split', async () => {
  const { em, stockId, userId, fetch, addRule, execute } = await tracking();
  await fetch({ closes: [1190, 1190, 1190] });
  await addRule({ when: 'price touches 1200', during_session: true });
  await addRule({ when: 'price touches 1300' });
  const [before = '', exDate = ''] = days.slice(3);
  const signal = (barDate: string, level: number): NewSignal => ({
    id: randomUUID(),
    userId,
    kind: 'signal',
    ruleId: null,
    strategyId: null,
    side: null,
    stockId,
    symbol: 'NVDA',
    barDate,
    close: level,
    currency: 'USD',
    values: [],
    rules: [],
    sentence: '',
    dataSource: 'yahoo',
    createdAt: now,
    priceTime: now,
    delayMinutes: 0,
    level,
  });
  await signalRepository.add(em, [signal(before, 1193), signal(before, 1210), signal(exDate, 120)]);
  const splits = [{ date: exDate, numerator: 10, denominator: 1 }];
  await fetch({ closes: [119, 119, 119, 119.5, 121], splits });
  const { rows: levels } = await execute(
    sql`select condition, session_level from signal_rule order by condition`,
  );
  expect(levels).toEqual([
    { condition: 'price touches 120', session_level: 120 },
    { condition: 'price touches 130', session_level: null },
  ]);
  const { rows: confirmed } = await execute(
    sql`select level, is_confirmed from signal where price_time is not null order by level`,
  );
  expect(confirmed).toEqual([
    { level: 119.3, is_confirmed: true },
    { level: 120, is_confirmed: true },
    { level: 121, is_confirmed: false },
  ]);
});

it.each([
  ['close > 1200', 'NVDA was split 10:1: 1,200 in your rule is now 120'],
  ['close > 2 * 700', 'NVDA was split 10:1. Look at this rule: its prices were not changed'],
  [
    'close > 1200 and close * 2 > 1400',
    'NVDA was split 10:1: 1,200 in your rule is now 120. Look at this rule: its prices were not changed',
  ],
])('names the only rule that a split concerns: %s', async (when, sentence) => {
  const { fetch, addRule, inbox } = await tracking();
  await fetch({ closes: [1190, 1190, 1190] });
  const { id } = await addRule({ when });
  const splits = [{ date: days[3] ?? '', numerator: 10, denominator: 1 }];
  await fetch({ closes: [119, 119, 119, 119], splits });
  expect(await inbox()).toMatchObject([{ kind: 'notice', sentence, ruleId: id, rules: [{ id }] }]);
});

it('switches a rule off after the bar of its last day, and says so', async () => {
  const { fetch, addRule, inbox, execute } = await tracking();
  await fetch({ closes: [9] });
  const { id } = await addRule({ ...above, trigger: 'every_bar', name: 'High', is_active: false });
  await execute(sql`update signal_rule set is_active = true, expires_on = ${days[2]} where id = ${id}`);
  await fetch({ closes: [9, 11] });
  expect(await inbox()).toHaveLength(1);
  await fetch({ closes: [9, 11, 11, 11] });
  const entries = await inbox();
  expect(entries.map(({ kind, barDate }) => [kind, barDate]).sort()).toEqual([
    ['notice', days[2]],
    ['signal', days[1]],
    ['signal', days[2]],
  ]);
  expect(entries.find(({ kind }) => kind === 'notice')).toMatchObject({
    ruleId: id,
    symbol: 'NVDA',
    sentence: 'The rule "High" was switched off after the close of Nov 3, 2026, its last day',
  });
  const { rows } = await execute(sql`select is_active from signal_rule`);
  expect(rows).toEqual([{ is_active: false }]);
});

it('evaluates again when a rule changes after the evaluation began', async () => {
  const { fetch, addRule, inbox, execute } = await tracking();
  await fetch({ closes: [9, 9] });
  await addRule(above);
  const { evaluateInThread } = rules;
  vi.spyOn(rules, 'evaluateInThread').mockImplementationOnce(async (...request) => {
    const answer = await evaluateInThread(...request);
    await execute(sql`update signal_rule set condition = 'close > 20'`);
    await addRule({ when: 'close > 10.5' });
    return answer;
  });
  await fetch({ closes: [9, 9, 11] });
  expect((await inbox()).map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('close was above 10.5'),
  ]);
});

it('stores the bars though the rules cannot be evaluated, and evaluates them with the next refresh', async () => {
  const { fetch, addRule, inbox, log, execute } = await tracking();
  await fetch({ closes: [9, 9] });
  await addRule(above);
  vi.spyOn(rules, 'evaluateInThread').mockRejectedValueOnce(new Error('the thread ended'));
  expect(await fetch({ closes: [9, 9, 11] })).toMatchObject({ barCount: 3 });
  expect(log.error).toHaveBeenCalledWith(expect.anything(), 'failed to evaluate the rules of a stock');
  expect((await execute(sql`select problem from signal_state`)).rows).toEqual([
    { problem: expect.stringContaining('could not be evaluated') },
  ]);
  await fetch({ closes: [9, 9, 11, 11] });
  expect(await inbox()).toMatchObject([{ barDate: days[2] }]);
});

it('reads the columns of rules that have a new bar, and none for others', async () => {
  const { em, stockId, fetch, addRule, log } = await tracking();
  await fetch({ closes: [9, 9] });
  await addRule(above);
  const prices = Float64Array.of(9, 9, 11);
  const none = new Float64Array();
  const bars = { date: days.slice(0, 3), open: none, high: none, low: none, close: prices, volume: none };
  const after = vi.fn(async () => bars);
  const newBars = {
    stockId,
    previousDate: days[1] ?? '',
    isOtherSource: false,
    splits: [],
    dividends: [],
    before: after,
    after,
  };
  const prepare = (lastDate = '') =>
    evaluateRules({ ...newBars, lastDate }, { observer: silentObserver, log }).prepare(em);
  await prepare(days[1]);
  expect(after).not.toHaveBeenCalled();
  await prepare(days[2]);
  expect(after).toHaveBeenCalledExactlyOnceWith(['close']);
});

it('counts the signals that it stores', async () => {
  const { fetch, addRule, signals } = await tracking();
  await fetch({ closes: [9] });
  await addRule({ ...above, trigger: 'every_bar' });
  await fetch({ closes: [9, 11, 11] });
  expect(signals.mock.calls).toEqual([[0], [2]]);
});
