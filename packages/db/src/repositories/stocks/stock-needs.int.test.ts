import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { User } from '../../entities/accounts.ts';
import { useTestDatabase } from '../../testing/index.ts';
import { stockFacts, userRow } from '../../testing/test-rows.ts';
import * as conversionRepository from './conversion.repository.ts';
import * as stockRepository from './stock.repository.ts';

const now = new Date('2026-11-23T12:00:00.000Z');
const monthLater = new Date('2026-12-24T12:00:00.000Z');

type Query = ReturnType<typeof sql>;

const portfolioId = '11111111-1111-4111-8111-111111111111';

/** A user with a portfolio in euros, and the stocks that `symbols` name. */
async function withStocks(symbols: readonly string[]) {
  const { database } = await useTestDatabase();
  const em = database.fork();
  const run = (query: Query) => query.execute(database.fork().getKysely());
  const userId = randomUUID();
  await em.insert(User, userRow(userId, 'owner'));
  for (const symbol of symbols) await stockRepository.upsertFacts(em, stockFacts(symbol), now);
  await run(sql`
    insert into portfolio (id, user_id, name, currency, created_at, updated_at)
    values (${portfolioId}, ${userId}, 'Retirement', 'EUR', ${now}, ${now})`);
  return {
    run,
    userId,
    database,
    due: async () => (await stockRepository.listDueForRefresh(database.fork(), now, 100)).sort(),
    noteUntracked: (at: Date) => stockRepository.noteUntracked(database.fork(), at),
    remove: (symbol: string) => stockRepository.deleteUntracked(database.fork(), symbol, monthLater),
    exists: async (symbol: string) =>
      (await stockRepository.findBySymbol(database.fork(), symbol, null)) !== null,
    untracked: async () =>
      (await stockRepository.listUntrackedSince(database.fork(), monthLater, 100)).sort(),
  };
}

/** A transaction of the portfolio; `stock` is the symbol of its stock. */
const transaction = (
  userId: string,
  {
    type = 'BUY',
    stock = null,
    currency = 'EUR',
    toCurrency = null,
    fxCurrency = null,
  }: {
    type?: string;
    stock?: string | null;
    currency?: string;
    toCurrency?: string | null;
    fxCurrency?: string | null;
  },
): Query => sql`
  insert into transaction (id, user_id, portfolio_id, type, date, ordinal, stock_id, currency, to_currency, fx_currency,
    created_at, updated_at)
  select gen_random_uuid(), ${userId}, ${portfolioId}, ${type}, '2024-05-20', 1,
    (select id from stock where symbol = ${stock}), ${currency}, ${toCurrency}, ${fxCurrency}, ${now}, ${now}`;
const target = sql`
  insert into portfolio_target (portfolio_id, stock_id, percent)
  select ${portfolioId}, id, 50 from stock where symbol = 'AAPL'`;
const benchmark = sql`
  update portfolio set benchmark_id = (select id from stock where symbol = 'AAPL')`;
const watch = (userId: string): Query => sql`
  insert into user_stock (user_id, stock_id, added_at) select ${userId}, id, ${now} from stock where symbol = 'AAPL'`;

describe('the reasons to need a stock', () => {
  it.each<[string, (userId: string) => Query[]]>([
    ['it is on a watch list', (userId) => [watch(userId)]],
    ['a portfolio holds it', (userId) => [transaction(userId, { stock: 'AAPL' })]],
    [
      'a portfolio held it',
      (userId) => [
        transaction(userId, { stock: 'AAPL' }),
        transaction(userId, { stock: 'AAPL', type: 'SELL' }),
      ],
    ],
    ['it is the benchmark of a portfolio', () => [benchmark]],
    ['it is a target of a portfolio', () => [target]],
  ])('refreshes and keeps a stock when %s', async (_, reasons) => {
    const { run, userId, due, noteUntracked, remove, exists } = await withStocks(['AAPL', 'MSFT']);
    // Also one that the clean-up would delete at once.
    await run(sql`update stock set untracked_since = '2026-01-01'`);
    for (const reason of reasons(userId)) await run(reason);
    expect(await due()).toEqual(['AAPL']);
    expect([await remove('AAPL'), await remove('MSFT')]).toEqual([false, true]);
    await noteUntracked(now);
    const { rows } = await run(sql`select symbol, untracked_since from stock`);
    expect(rows).toEqual([{ symbol: 'AAPL', untracked_since: null }]);
    expect(await exists('AAPL')).toBe(true);
  });

  it('forgets a stock when the last portfolio that needs it is gone, and starts its 30 days then', async () => {
    const { run, userId, due, noteUntracked, remove, untracked } = await withStocks(['AAPL', 'USDEUR=X']);
    await run(transaction(userId, { stock: 'AAPL', currency: 'USD' }));
    await noteUntracked(now);
    expect([await due(), await untracked()]).toEqual([['AAPL', 'USDEUR=X'], []]);
    await run(sql`delete from portfolio`);
    // The clean-up finds that nothing converts with the pair any more.
    expect([await due(), await remove('AAPL')]).toEqual([['USDEUR=X'], false]);
    await noteUntracked(now);
    expect([await due(), await untracked()]).toEqual([[], ['AAPL', 'USDEUR=X']]);
    expect([await remove('AAPL'), await remove('USDEUR=X')]).toEqual([true, true]);
  });

  it('keeps a stock whose purchase is stored while the clean-up deletes it', async () => {
    const { database, run, userId, remove, exists } = await withStocks(['AAPL']);
    await run(sql`update stock set untracked_since = '2026-01-01'`);
    const { removal } = await database.fork().transactional(async (tx) => {
      await transaction(userId, { stock: 'AAPL' }).execute(tx.getKysely());
      const removal = remove('AAPL');
      const waiting = sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await run(waiting)).rows.length).toBe(1);
      return { removal };
    });
    expect([await removal, await exists('AAPL')]).toEqual([false, true]);
  });
});

const allPairs = [
  'EURHUF=X',
  'EURUSD=X',
  'GBPUSD=X',
  'HUFEUR=X',
  'ILSUSD=X',
  'USDCHF=X',
  'USDEUR=X',
  'USDHUF=X',
  'USDSEK=X',
  'ZAREUR=X',
];

describe('a portfolio in euros', () => {
  let stocks: Awaited<ReturnType<typeof withStocks>>;
  beforeEach(async () => {
    stocks = await withStocks([...allPairs, 'OTP.BD']);
  });
  const throughDollar = ['EURUSD=X', 'USDEUR=X'];
  const ofForint = ['EURHUF=X', 'EURUSD=X', 'HUFEUR=X', 'USDEUR=X', 'USDHUF=X'];
  const quotedIn = (currency: string | null) =>
    sql`update stock set currency = ${currency} where symbol = 'OTP.BD'`;

  it.each<[string, Parameters<typeof transaction>[1], string[]]>([
    ['no other currency', {}, []],
    ['money in forints', { currency: 'HUF' }, ofForint],
    ['an exchange into forints', { type: 'EXCHANGE', toCurrency: 'HUF' }, ofForint],
    ['a rate in francs', { fxCurrency: 'CHF' }, ['EURUSD=X', 'USDCHF=X', 'USDEUR=X']],
    ['money in dollars', { currency: 'USD' }, throughDollar],
    ['money in pence', { currency: 'GBp' }, ['EURUSD=X', 'GBPUSD=X', 'USDEUR=X']],
    ['money in South African cents', { currency: 'ZAc' }, ['EURUSD=X', 'USDEUR=X', 'ZAREUR=X']],
    ['money in agorot', { currency: 'ILA' }, ['EURUSD=X', 'ILSUSD=X', 'USDEUR=X']],
  ])('needs the pairs of %s', async (_, fields, pairs) => {
    await stocks.run(transaction(stocks.userId, fields));
    await stocks.noteUntracked(now);
    expect(await stocks.due()).toEqual(pairs);
    const others = allPairs.filter((symbol) => !pairs.includes(symbol));
    expect(await stocks.untracked()).toEqual([...others, 'OTP.BD'].sort());
  });

  it('needs the pairs of the quotes of a stock that was bought in euros', async () => {
    await stocks.run(quotedIn('HUF'));
    await stocks.run(transaction(stocks.userId, { stock: 'OTP.BD' }));
    await stocks.noteUntracked(now);
    expect(await stocks.due()).toEqual([...ofForint, 'OTP.BD'].sort());
  });

  it('needs the pairs of the currency that the user named for the quotes of a stock', async () => {
    await stocks.run(quotedIn(null));
    await stocks.run(transaction(stocks.userId, { stock: 'OTP.BD' }));
    await stocks.noteUntracked(now);
    expect(await stocks.due()).toEqual(['OTP.BD']);
    await stocks.run(sql`
      insert into quote_currency (portfolio_id, stock_id, currency)
      select ${portfolioId}, id, 'HUF' from stock where symbol = 'OTP.BD'`);
    await stocks.noteUntracked(now);
    expect(await stocks.due()).toEqual([...ofForint, 'OTP.BD'].sort());
  });

  it('needs the pairs of the quotes of its benchmark', async () => {
    await stocks.run(quotedIn('HUF'));
    await stocks.run(sql`
      update portfolio set benchmark_id = (select id from stock where symbol = 'OTP.BD')`);
    await stocks.noteUntracked(now);
    expect(await stocks.due()).toEqual([...ofForint, 'OTP.BD'].sort());
  });
});

it('refreshes a pair again from the transaction that brings its currency', async () => {
  const { database, due, noteUntracked } = await withStocks(['USDEUR=X']);
  await noteUntracked(now);
  expect(await due()).toEqual([]);
  await database.fork().transactional((tx) => stockRepository.keepStored(tx, ['USDEUR=X']));
  expect(await due()).toEqual(['USDEUR=X']);
});

it('needs a pair whose currency a transaction brings while the clean-up notes that nothing needs the pair', async () => {
  const { run, userId, due, noteUntracked } = await withStocks(['USDEUR=X']);
  await run(sql`
    create function buy() returns trigger language plpgsql as $$ begin
      insert into transaction (id, user_id, portfolio_id, type, date, ordinal, currency, created_at, updated_at)
      select gen_random_uuid(), user_id, id, 'DEPOSIT', '2024-05-20', 1, 'USD', now(), now() from portfolio;
      return null;
    end $$`);
  await run(sql`
    create trigger buy after update on stock for each row when (old.untracked_since is null) execute function buy()`);
  await noteUntracked(now);
  const { rows } = await run(sql`select user_id from transaction`);
  expect(rows).toEqual([{ user_id: userId }]);
  expect(await due()).toEqual(['USDEUR=X']);
});

describe('the overview of a user whose oldest portfolio is in euros', () => {
  const addPortfolio = (userId: string, currency: string, createdAt: string) => sql`
    insert into portfolio (id, user_id, name, currency, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, ${currency}, ${currency}, ${createdAt}, ${createdAt})`;

  it('needs the pairs of the currency of a later portfolio', async () => {
    const { database, run, userId, due, noteUntracked } = await withStocks(allPairs);
    await run(addPortfolio(userId, 'SEK', '2026-11-24'));
    await noteUntracked(now);
    expect(await due()).toEqual(['EURUSD=X', 'USDEUR=X', 'USDSEK=X']);
    expect(await conversionRepository.listAll(database.fork())).toEqual([
      { userId, ownCurrency: 'EUR', foreignCurrencies: ['SEK'] },
    ]);
  });

  it('lists a conversion once for all users who need it', async () => {
    const { database, run, userId } = await withStocks([]);
    const otherId = '00000000-0000-4000-8000-000000000000';
    await database.fork().insert(User, userRow(otherId, 'other'));
    for (const id of [userId, otherId]) await run(addPortfolio(id, 'SEK', '2026-11-24'));
    await run(addPortfolio(otherId, 'EUR', '2026-11-23'));
    expect(await conversionRepository.listAll(database.fork())).toEqual([
      { userId: otherId, ownCurrency: 'EUR', foreignCurrencies: ['SEK'] },
    ]);
  });

  it('reads all portfolios when there are more than in a page, created in the same moment', async () => {
    const { database, run, userId } = await withStocks([]);
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXY'].map((letter) => `X${letter}Z`);
    for (const currency of others) await run(addPortfolio(userId, currency, '2026-11-24T12:00:00.123456Z'));
    expect(await conversionRepository.listAll(database.fork())).toEqual([
      { userId, ownCurrency: 'EUR', foreignCurrencies: others },
    ]);
  });

  it("needs no pairs of another user's portfolio", async () => {
    const { database, run, due, noteUntracked } = await withStocks(allPairs);
    const otherId = randomUUID();
    await database.fork().insert(User, userRow(otherId, 'other'));
    await run(addPortfolio(otherId, 'SEK', '2026-11-24'));
    await noteUntracked(now);
    expect(await due()).toEqual([]);
  });
});
