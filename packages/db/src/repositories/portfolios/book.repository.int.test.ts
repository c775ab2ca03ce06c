import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { User } from '../../entities/accounts.ts';
import { createTestDatabase, sql, type TestDatabase } from '../../testing/index.ts';
import { stockFacts, userRow } from '../../testing/test-rows.ts';
import * as packedClosesRepository from '../stocks/packed-closes.repository.ts';
import * as priceBarRepository from '../stocks/price-bar.repository.ts';
import * as stockRepository from '../stocks/stock.repository.ts';
import * as stockActionRepository from '../stocks/stock-action.repository.ts';
import * as bookRepository from './book.repository.ts';
import * as portfolioRepository from './portfolio.repository.ts';
import type { StoredTransaction } from './transaction.repository.ts';
import * as transactionRepository from './transaction.repository.ts';

const now = new Date('2026-11-23T12:00:00.000Z');
const [userId, otherUserId] = [randomUUID(), randomUUID()];
const [first, second, others] = [randomUUID(), randomUUID(), randomUUID()];

let testDatabase: TestDatabase;
let em: ReturnType<TestDatabase['database']['fork']>;
const ids: Record<string, number> = {};

const run = (statement: string) => sql.raw(statement).execute(em.getKysely());

async function addPortfolio(id: string, owner: string, createdAt: Date): Promise<void> {
  await portfolioRepository.add(em, {
    id,
    userId: owner,
    name: 'Retirement',
    description: null,
    currency: 'EUR',
    cashTracking: false,
    costMethod: 'fifo',
    benchmarkId: null,
    taxYearStart: '01-01',
    dividendTaxPercent: '26.375',
    riskFreePercent: '0',
    notifyDividends: true,
    isExample: false,
    createdAt,
    updatedAt: createdAt,
  });
}

const transaction = (fields: Partial<StoredTransaction>): StoredTransaction => ({
  id: randomUUID(),
  type: 'BUY',
  date: '2024-05-20',
  ordinal: 1,
  stockId: null,
  quantity: null,
  price: null,
  amount: null,
  currency: 'EUR',
  fees: '0',
  taxes: '0',
  fxRate: null,
  fxCurrency: null,
  exDate: null,
  toAmount: null,
  toCurrency: null,
  note: null,
  externalId: null,
  importId: null,
  transferId: null,
  createdAt: now,
  updatedAt: now,
  ...fields,
});

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  em = testDatabase.database.fork();
  await em.insert(User, userRow(userId, 'owner'));
  await em.insert(User, userRow(otherUserId, 'stranger'));
  for (const symbol of ['NVDA', 'AAPL', 'EURUSD=X']) {
    ids[symbol] = (await stockRepository.upsertFacts(em, stockFacts(symbol), now)).id;
  }
  await addPortfolio(first, userId, new Date('2026-01-01T00:00:00Z'));
  await addPortfolio(second, userId, new Date('2026-02-01T00:00:00Z'));
  await addPortfolio(others, otherUserId, now);
});
beforeEach(async () => {
  await run('delete from transaction');
});
afterAll(() => testDatabase.drop());

const shares = { quantity: '0.3333333333', price: '947.8' };

/** The fields of each line. */
async function read(portfolioIds: string[]): Promise<string[][]> {
  const text = await bookRepository.readTransactions(em, userId, portfolioIds);
  return text === '' ? [] : text.split('\n').map((line) => line.split('\t'));
}

it('reads the portfolios, stocks and currencies of a book, and ignores other users', async () => {
  await transactionRepository.addAll(em, userId, first, [
    transaction({ stockId: ids.NVDA, ...shares, currency: 'GBp', fxRate: '1.1', fxCurrency: 'CHF' }),
    transaction({ type: 'EXCHANGE', amount: '5', toAmount: '6', toCurrency: 'SEK', ordinal: 2 }),
  ]);
  await run(`update stock set currency = 'USD' where symbol = 'NVDA'`);
  const scope = await bookRepository.readScope(em, userId, [second, first, others]);
  expect(scope).toMatchObject({
    portfolios: [
      {
        id: first,
        currency: 'EUR',
        cashTracking: false,
        dividendTaxPercent: '26.3750000000',
        benchmark: null,
      },
      { id: second },
    ],
    stockIds: [ids.NVDA],
    firstDate: '2024-05-20',
    currencies: ['CHF', 'EUR', 'GBp', 'SEK', 'USD'],
  });
  expect(Object.keys(scope.revisions).sort()).toEqual([first, second].sort());
  expect(await bookRepository.readScope(em, otherUserId, [first])).toMatchObject({
    portfolios: [],
    stockIds: [],
  });
});

it('changes the revisions with every change of a portfolio', async () => {
  const revisions = async () => (await bookRepository.readScope(em, userId, [first])).revisions;
  const before = await revisions();
  expect(await revisions()).toEqual(before);
  await portfolioRepository.bumpRevision(em, first);
  expect(await revisions()).not.toEqual(before);
});

it('reads transactions as text in their order, with exact numbers', async () => {
  const move = randomUUID();
  await transactionRepository.addAll(em, userId, first, [
    transaction({
      ...{ stockId: ids.NVDA, ...shares, ordinal: 2, fees: '1.50', currency: 'GBp', fxRate: '1.1' },
      ...{ fxCurrency: 'CHF', exDate: '2024-05-10', toAmount: '6', toCurrency: 'SEK', transferId: move },
    }),
    transaction({ type: 'DEPOSIT', amount: '1000000000000000', ordinal: 1 }),
  ]);
  const [deposit, purchase, ...others] = await read([first]);
  expect(others).toEqual([]);
  expect(deposit?.slice(1)).toEqual([
    ...[first, 'DEPOSIT', '2024-05-20', '1', '', '', '', '1000000000000000', 'EUR', '0', '0'],
    ...['', '', '', '', '', ''],
  ]);
  expect(purchase?.slice(1)).toEqual([
    ...[first, 'BUY', '2024-05-20', '2', 'NVDA', '0.3333333333', '947.8', '', 'GBp', '1.5', '0'],
    ...['1.1', 'CHF', '2024-05-10', '6', 'SEK', move],
  ]);
  expect(await read([second])).toEqual([]);
});

it('reads the shares that a transfer brought in from other portfolios, through all of them', async () => {
  const third = randomUUID();
  await addPortfolio(third, userId, now);
  const move = (ordinal: number) => ({ stockId: ids.NVDA, quantity: '1', ordinal, transferId: randomUUID() });
  const [early, late] = [move(2), move(4)];
  await transactionRepository.addAll(em, userId, third, [
    transaction({ stockId: ids.NVDA, ...shares }),
    transaction({ stockId: ids.AAPL, ...shares }),
    transaction({ type: 'TRANSFER_OUT', ...early }),
  ]);
  await transactionRepository.addAll(em, userId, second, [
    transaction({ type: 'TRANSFER_IN', ...early, id: randomUUID() }),
    transaction({ type: 'TRANSFER_OUT', ...late }),
    transaction({ type: 'DEPOSIT', amount: '7' }),
  ]);
  await transactionRepository.addAll(em, userId, first, [
    transaction({ type: 'TRANSFER_IN', ...late, id: randomUUID() }),
  ]);
  const scope = await bookRepository.readScope(em, userId, [first]);
  expect(scope.portfolios).toHaveLength(1);
  expect(Object.keys(scope.revisions).sort()).toEqual([first, second, third].sort());
  expect(scope.stockIds).toEqual([ids.NVDA]);
  expect((await read([first])).map(([, , type]) => type).sort()).toEqual([
    'BUY',
    'TRANSFER_IN',
    'TRANSFER_IN',
    'TRANSFER_OUT',
    'TRANSFER_OUT',
  ]);
  // Those of an own portfolio are read once, whole.
  expect(await read([first, second])).toHaveLength(6);
  await run(`delete from portfolio where id = '${third}'`);
});

it('reads closes, splits and dividends of several stocks in one statement each', async () => {
  const { NVDA = 0, AAPL = 0 } = ids;
  const column = [1, 2];
  const bars = { open: column, high: column, low: column, close: [947.8, 1 / 3], volume: column };
  await priceBarRepository.store(em, NVDA, { date: ['1969-12-31', '2024-05-20'], ...bars });
  await stockActionRepository.replaceSplits(em, NVDA, '1970-01-01', [
    { exDate: '2024-06-10', numerator: 10, denominator: 1 },
  ]);
  await stockActionRepository.replaceDividends(em, AAPL, '1970-01-01', [
    { exDate: '2024-05-10', amount: 0.25, currency: 'USD' },
    { exDate: '2024-02-09', amount: 0.24, currency: null },
  ]);
  await packedClosesRepository.repack(em, NVDA, null);
  const closes = await bookRepository.readCloses(em, [NVDA, AAPL], '1900-01-01');
  expect([...closes.keys()]).toEqual([NVDA]);
  expect(closes.get(NVDA)).toEqual({
    days: Int32Array.of(-1, 19_863),
    closes: Float64Array.of(947.8, 1 / 3),
  });
  const since = async (from: string) => (await bookRepository.readCloses(em, [NVDA], from)).get(NVDA)?.days;
  expect(await since('2024-05-19')).toEqual(Int32Array.of(-1, 19_863));
  expect(await since('2024-05-20')).toEqual(Int32Array.of(19_863));
  expect(await since('2030-01-01')).toEqual(Int32Array.of(19_863));
  expect(await bookRepository.readCloses(em, [], '1900-01-01')).toEqual(new Map());
  expect(await bookRepository.readActions(em, [NVDA, AAPL, ids['EURUSD=X'] ?? 0])).toEqual(
    new Map([
      [NVDA, { splits: [{ exDate: '2024-06-10', numerator: 10, denominator: 1 }], dividends: [] }],
      [
        AAPL,
        {
          splits: [],
          dividends: [
            { exDate: '2024-02-09', amount: 0.24, currency: null },
            { exDate: '2024-05-10', amount: 0.25, currency: 'USD' },
          ],
        },
      ],
    ]),
  );
});

it('finds stocks by id and by symbol', async () => {
  const found = await bookRepository.listStocks(em, userId, [ids.NVDA ?? 0], ['EURUSD=X', 'GBPUSD=X']);
  expect(found).toMatchObject([
    { symbol: 'NVDA', barsRevision: 0, lastError: null, fetchedOn: null },
    { symbol: 'EURUSD=X' },
  ]);
});
