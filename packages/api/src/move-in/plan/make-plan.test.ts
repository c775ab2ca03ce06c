import { dayNumber } from '@stockbook/common/days';
import { describe, expect, it } from 'vitest';
import { planBook, readBook } from '../testing/move-in.ts';
import type { PpTestBook, PpTestEntry } from '../testing/pp-book.ts';
import type { PlanStock } from './facts.ts';

const own = { uuid: 's1', name: 'House bank fund', currency: 'EUR', feed: 'MANUAL' };

const book = (entries: readonly PpTestEntry[], changes: Partial<PpTestBook> = {}): PpTestBook => ({
  version: 70,
  baseCurrency: 'EUR',
  securities: [own],
  accounts: [
    { uuid: 'a1', name: 'Giro', currency: 'EUR' },
    { uuid: 'a2', name: 'Dollars', currency: 'USD' },
    { uuid: 'a3', name: 'Savings', currency: 'EUR' },
  ],
  portfolios: [
    { uuid: 'p1', name: 'Depot', reference: 'a1' },
    { uuid: 'p2', name: 'Second', reference: 'a1' },
  ],
  entries,
  ...changes,
});

const common = { date: '2024-05-20', currency: 'EUR' };
const bought: PpTestEntry = {
  ...common,
  type: 'buy',
  uuid: 'b1',
  otherUuid: 'b2',
  account: 'a1',
  portfolio: 'p1',
  security: 's1',
  amount: 100_00n,
  shares: 10_00000000n,
};
const plan = async (entries: readonly PpTestEntry[], changes: Partial<PpTestBook> = {}, options = {}) =>
  planBook(await readBook(book(entries, changes)), options);

describe('makePlan for accounts', () => {
  it('joins an account of money to the account of shares whose trades it pays, one of each currency', async () => {
    const { plan: made } = await plan([
      bought,
      { ...bought, uuid: 'b3', otherUuid: 'b4', account: 'a2', currency: 'USD' },
      { ...bought, uuid: 'b5', otherUuid: 'b6', account: 'a3' },
      { ...common, type: 'DEPOSIT', uuid: 'd1', account: 'a3', amount: 500_00n },
    ]);
    expect(made.portfolios).toMatchObject([
      { key: 'p1', name: 'Depot', currency: 'EUR', accounts: ['p1', 'a1', 'a2'], cashTracking: false },
      { key: 'a3', name: 'Savings', currency: 'EUR', accounts: ['a3'], cashTracking: true },
    ]);
    expect(made.leftOut).toEqual([{ what: 'Second', count: 1, why: 'The account has no transactions' }]);
  });

  it('moves the money of a trade that an account of another portfolio has paid', async () => {
    const { plan: made, comparison } = await plan([
      bought,
      { ...bought, uuid: 'b5', otherUuid: 'b6', account: 'a3', amount: 50_00n },
    ]);
    const beside = made.transactions.filter(({ line }) => line === '2');
    expect(beside).toMatchObject([
      { portfolio: 'p1', type: 'BUY', price: '5', externalId: 'pp:b5' },
      {
        portfolio: 'a3',
        type: 'WITHDRAWAL',
        amount: '50',
        externalId: 'pp:b5:out',
        note: 'Paid from Savings',
      },
      { portfolio: 'p1', type: 'DEPOSIT', amount: '50', externalId: 'pp:b5:in', note: 'Paid from Savings' },
    ]);
    expect(beside[1]?.transfer).toBe(beside[2]?.transfer);
    expect(comparison.message).toBe('Everything adds up: 1 holding, 2 accounts.');
  });

  it('books a dividend in the only portfolio that holds the security', async () => {
    const { plan: made } = await plan([
      bought,
      {
        ...common,
        date: '2024-06-03',
        type: 'DIVIDENDS',
        uuid: 'v1',
        account: 'a3',
        security: 's1',
        amount: 8_00n,
        units: [{ type: 'TAX', amount: 2_00n }],
      },
    ]);
    expect(made.transactions.slice(1)).toMatchObject([
      { portfolio: 'p1', type: 'DIVIDEND', amount: '10', taxes: '2' },
      { portfolio: 'p1', type: 'WITHDRAWAL', amount: '8' },
      { portfolio: 'a3', type: 'DEPOSIT', amount: '8' },
    ]);
  });

  it('books a transfer between currencies as an exchange and a transfer', async () => {
    const moved: PpTestEntry = {
      ...common,
      type: 'move_cash',
      uuid: 'm1',
      otherUuid: 'm2',
      account: 'a3',
      otherAccount: 'a2',
      amount: 92_00n,
      arriving: { amount: 100_00n, currency: 'USD', rate: '0.92' },
    };
    const { plan: made, comparison } = await plan([moved]);
    expect(made.transactions).toMatchObject([
      {
        portfolio: 'a3',
        type: 'EXCHANGE',
        amount: '92',
        toAmount: '100',
        toCurrency: 'USD',
        externalId: 'pp:m1',
      },
      { portfolio: 'a3', type: 'WITHDRAWAL', amount: '100', currency: 'USD', externalId: 'pp:m1:out' },
      { portfolio: 'a2', type: 'DEPOSIT', amount: '100', currency: 'USD', externalId: 'pp:m2' },
    ]);
    expect(comparison.equal).toBe(true);
  });

  it('merges portfolios that the user joins, and compares their balances as one', async () => {
    const moved: PpTestEntry = {
      ...common,
      type: 'move_cash',
      uuid: 'm1',
      otherUuid: 'm2',
      account: 'a3',
      otherAccount: 'a1',
      amount: 92_00n,
    };
    const { plan: made, comparison } = await plan([bought, moved], {}, { answers: { 'merge:a3': 'p1' } });
    expect(made.portfolios).toMatchObject([{ accounts: ['p1', 'a1', 'a3'], merged: ['a3'] }]);
    expect(made.lines[1]).toMatchObject({ verdict: 'skipped', message: 'Both accounts are one portfolio' });
    expect(comparison.message).toBe('Everything adds up: 1 holding, 1 account.');
  });
});

describe('makePlan for lines', () => {
  it('names a sale that is not covered, and what that changes', async () => {
    const { plan: made, comparison } = await plan([
      bought,
      { ...bought, type: 'sell', uuid: 'x1', otherUuid: 'x2', date: '2024-06-03', shares: 12_00000000n },
    ]);
    expect(made.lines[1]).toMatchObject({
      verdict: 'problem',
      message: 'You would have sold 2 more shares of @HOUSE-BANK-FUND than you held on Jun 3, 2024',
    });
    expect(comparison.differences.map(({ message }) => message)).toEqual([
      'House bank fund in Depot: -2 in Portfolio Performance, 10 here (1 problem).',
      'Giro: 0.00 EUR in Portfolio Performance, -100.00 EUR here (1 problem).',
    ]);
  });

  it('cuts a note that is too long', async () => {
    const { plan: made } = await plan([{ ...bought, note: 'x'.repeat(1_200) }]);
    expect(made.transactions[0]?.note).toBe(`${'x'.repeat(999)}…`);
  });

  it('takes deliveries of a portfolio without money for trades, unless the user says no', async () => {
    const entries: PpTestEntry[] = [
      {
        ...common,
        type: 'inbound',
        uuid: 'i1',
        portfolio: 'p1',
        security: 's1',
        amount: 100_00n,
        shares: 10_00000000n,
      },
      {
        ...common,
        date: '2024-06-03',
        type: 'outbound',
        uuid: 'o1',
        portfolio: 'p1',
        security: 's1',
        amount: 60_00n,
        shares: 5_00000000n,
      },
    ];
    const { plan: made, comparison } = await plan(entries);
    expect(made.questions).toMatchObject([{ key: 'deliveries:p1', default: 'yes' }]);
    expect(made.transactions.map(({ type }) => type)).toEqual(['BUY', 'DEPOSIT', 'SELL', 'WITHDRAWAL']);
    expect(comparison.equal).toBe(true);
    const { plan: refused } = await plan(entries, {}, { answers: { 'deliveries:p1': 'no' } });
    expect(refused.transactions.map(({ type }) => type)).toEqual(['TRANSFER_IN', 'TRANSFER_OUT']);
  });
});

describe('makePlan for splits', () => {
  const day = dayNumber('2024-06-10');
  const nvidia: PlanStock = {
    symbol: 'NVDA',
    isin: 'US67066G1040',
    currency: 'USD',
    splits: [{ exDate: '2024-06-10', numerator: 10, denominator: 1 }],
    days: Int32Array.from([day - 30, day - 7, day, day + 10]),
    closes: Float64Array.from([95, 100, 121, 130]),
  };
  const listed = {
    uuid: 's1',
    name: 'NVIDIA',
    currency: 'USD',
    isin: 'US67066G1040',
    feed: 'YAHOO',
    ticker: 'NVDA',
  };
  const trade = (shares: bigint, amount: bigint, changes: Partial<PpTestEntry> = {}): PpTestEntry => ({
    ...bought,
    account: 'a2',
    currency: 'USD',
    date: '2024-06-03',
    shares: shares * 10n ** 8n,
    amount,
    ...changes,
  });
  const later: PpTestEntry = {
    ...common,
    date: '2024-08-01',
    type: 'FEES',
    uuid: 'f1',
    account: 'a2',
    currency: 'USD',
    amount: 1_00n,
  };
  const judge = (entries: readonly PpTestEntry[], answers = {}) =>
    plan([...entries, later], { securities: [listed] }, { facts: { stocks: [nvidia] }, answers });

  it('divides shares that were multiplied since', async () => {
    const { plan: made, comparison } = await judge([trade(30n, 2_843_40n)]);
    expect(made.splits).toMatchObject([{ date: '2024-06-10', reading: 'applied', lines: 1 }]);
    expect(made.transactions[0]).toMatchObject({ quantity: '3', price: '947.8' });
    expect(comparison.equal).toBe(true);
  });

  it('judges a security that is looked up later by the prices and the events of the file', async () => {
    const security = {
      ...listed,
      prices: [['2024-06-03', 100_00000000n]] as const,
      events: [{ type: 'STOCK_SPLIT', date: '2024-06-10', details: '10:1' }] as const,
    };
    const { plan: made, comparison } = await plan([trade(30n, 2_843_40n), later], { securities: [security] });
    expect(made.securities).toMatchObject([{ status: 'new' }]);
    expect(made.splits).toMatchObject([{ date: '2024-06-10', reading: 'applied' }]);
    expect(made.transactions[0]).toMatchObject({ quantity: '3', price: '947.8' });
    expect(comparison.equal).toBe(true);
  });

  it('leaves out the lines that booked the split by hand', async () => {
    const { plan: made, comparison } = await judge([
      trade(3n, 2_843_40n),
      {
        ...common,
        type: 'inbound',
        uuid: 'h1',
        date: '2024-06-12',
        currency: 'USD',
        portfolio: 'p1',
        security: 's1',
        amount: 0n,
        shares: 27n * 10n ** 8n,
      },
    ]);
    expect(made.splits).toMatchObject([{ reading: 'by_hand' }]);
    expect(made.lines[1]).toMatchObject({ verdict: 'skipped', message: 'Splits come with the prices' });
    expect(comparison.equal).toBe(true);
  });

  it('asks about shares that were never multiplied', async () => {
    const { plan: made, comparison } = await judge([trade(3n, 2_843_40n)]);
    expect(made.questions).toMatchObject([
      {
        key: 'split:s1:2024-06-10',
        text: 'Your file counts 3 shares of NVDA, bought before the 10:1 split of Jun 10, 2024 and never multiplied. How many do you hold?',
        choices: [
          { value: 'multiplied', label: '30' },
          { value: 'kept', label: '3' },
        ],
        default: 'multiplied',
      },
    ]);
    expect(comparison.differences.map(({ message }) => message)).toEqual([
      'NVDA: 3 in the file, 30 here after the 10:1 split.',
    ]);
    const kept = await judge([trade(3n, 2_843_40n)], { 'split:s1:2024-06-10': 'kept' });
    expect(kept.plan.keptSplits).toEqual([{ security: 's1', date: '2024-06-10' }]);
    expect(kept.comparison.equal).toBe(true);
  });
});

describe('makePlan for a stock', () => {
  const listed = { uuid: 's1', name: 'SAP SE', currency: 'EUR', ticker: 'SAP', feed: 'YAHOO' };
  const stock = (currency: string): PlanStock => ({
    symbol: 'SAP',
    isin: null,
    currency,
    splits: [],
    days: new Int32Array(),
    closes: new Float64Array(),
  });
  const planned = async (currency: string, quoted: string, answers = {}) => {
    const securities = [{ ...listed, currency }];
    return plan([bought], { securities }, { facts: { stocks: [stock(quoted)] }, answers });
  };

  it('asks whether it is meant if its quotes have another currency than the file says', async () => {
    const { plan: made, comparison } = await planned('EUR', 'USD');
    expect(made.questions).toEqual([
      {
        key: 'security:s1',
        kind: 'security',
        text: '"SAP SE" is in EUR in your file, but SAP is quoted in USD. Is it the right stock?',
        choices: [
          { value: 'SAP', label: 'Yes, take SAP' },
          { value: 'own', label: 'Make it an own instrument' },
          { value: 'skip', label: 'Leave it out' },
        ],
        default: 'SAP',
        answer: null,
      },
    ]);
    expect(made.securities).toMatchObject([{ status: 'known', symbol: 'SAP' }]);
    expect(comparison.equal).toBe(true);
  });

  it('does not ask again after an answer, nor about hundredths of one currency', async () => {
    const questionsOf = async (...args: Parameters<typeof planned>) =>
      (await planned(...args)).plan.questions;
    expect(await questionsOf('GBP', 'GBp')).toEqual([]);
    for (const answer of ['SAP', 'own', 'skip']) {
      expect(await questionsOf('EUR', 'USD', { 'security:s1': answer })).toEqual([]);
    }
  });
});
