import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { User } from '../../entities/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { stockFacts, userRow } from '../../testing/test-rows.ts';
import * as stockRepository from '../stocks/stock.repository.ts';
import * as portfolioRepository from './portfolio.repository.ts';
import type { StoredTransaction } from './transaction.repository.ts';
import * as transactionRepository from './transaction.repository.ts';

const now = new Date('2026-11-23T12:00:00.000Z');

describe('transaction repository', () => {
  let testDatabase: TestDatabase;
  let em: ReturnType<TestDatabase['database']['fork']>;
  let stockId: number;
  const userId = randomUUID();
  const portfolioId = randomUUID();

  const purchase = (fields: Partial<StoredTransaction> = {}): StoredTransaction => ({
    id: randomUUID(),
    type: 'BUY',
    date: '2024-05-20',
    ordinal: 1,
    stockId,
    quantity: '0.3333333333',
    price: '947.8',
    amount: null,
    currency: 'USD',
    fees: '1.5',
    taxes: '0',
    fxRate: '0.920100000001',
    fxCurrency: 'EUR',
    exDate: null,
    toAmount: null,
    toCurrency: null,
    note: 'monthly',
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
    ({ id: stockId } = await stockRepository.upsertFacts(em, stockFacts('NVDA'), now));
    await portfolioRepository.add(em, {
      id: portfolioId,
      userId,
      name: 'Retirement',
      description: null,
      currency: 'EUR',
      cashTracking: false,
      costMethod: 'fifo',
      benchmarkId: null,
      taxYearStart: '01-01',
      dividendTaxPercent: '0',
      riskFreePercent: '0',
      notifyDividends: true,
      isExample: false,
      createdAt: now,
      updatedAt: now,
    });
  });

  afterAll(() => testDatabase.drop());

  it('returns numbers as the decimals that were stored', async () => {
    const stored = purchase();
    const deposit = purchase({
      type: 'DEPOSIT',
      date: '2024-05-19',
      stockId: null,
      quantity: null,
      price: null,
      amount: '999999999999999',
      fees: '0.0000000001',
    });
    await transactionRepository.addAll(em, userId, portfolioId, [stored, deposit]);
    const nvidia = { symbol: 'NVDA', name: 'Test Corporation', quoteCurrency: 'USD', quotedIn: 'money' };
    const withoutStock = { symbol: null, name: null, quoteCurrency: null, quotedIn: null };
    expect(await transactionRepository.list(em, userId, portfolioId, {}, {})).toEqual([
      [
        { ...stored, portfolioId, ...nvidia },
        { ...deposit, portfolioId, ...withoutStock },
      ],
      2,
    ]);
    const changed = { ...stored, quantity: '1000000000000', note: null };
    await transactionRepository.replace(em, userId, changed);
    expect(await transactionRepository.findOfUser(em, userId, portfolioId, stored.id)).toMatchObject(changed);
    expect(await transactionRepository.lastOrdinals(em, portfolioId, ['2024-05-20', '2024-05-21'])).toEqual(
      new Map([['2024-05-20', 1]]),
    );
    await transactionRepository.removeAll(em, userId, [stored.id, deposit.id]);
    expect(await transactionRepository.countOfPortfolio(em, userId, portfolioId)).toBe(0);
  });

  it('finds, lists, changes and deletes nothing of another user', async () => {
    const stored = purchase();
    await transactionRepository.addAll(em, userId, portfolioId, [stored]);
    const stranger = randomUUID();
    expect(await transactionRepository.findOfUser(em, stranger, portfolioId, stored.id)).toBeNull();
    expect(await transactionRepository.list(em, stranger, portfolioId, {}, {})).toEqual([[], 0]);
    await transactionRepository.replace(em, stranger, { ...stored, quantity: '2' });
    await transactionRepository.removeAll(em, stranger, [stored.id]);
    expect(await transactionRepository.findOfUser(em, userId, portfolioId, stored.id)).toMatchObject(stored);
    await transactionRepository.removeAll(em, userId, [stored.id]);
  });

  it('filters a list by text without pattern characters', async () => {
    const stored = purchase({ note: '100 % of it' });
    const other = purchase({ ordinal: 2, note: '100 of it' });
    await transactionRepository.addAll(em, userId, portfolioId, [stored, other]);
    const ids = async (q: string) => {
      const [rows, total] = await transactionRepository.list(em, userId, portfolioId, { q }, {});
      expect(total).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    expect(await ids('0 %')).toEqual([stored.id]);
    expect(await ids('NV')).toEqual([other.id, stored.id]);
    expect(await ids('_')).toEqual([]);
    await transactionRepository.removeAll(em, userId, [stored.id, other.id]);
  });
});
