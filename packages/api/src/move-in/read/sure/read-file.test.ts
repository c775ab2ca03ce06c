import { describe, expect, it } from 'vitest';
import { readLimits } from '../../limits.ts';
import { planBook } from '../../testing/move-in.ts';
import { toldBook, writeSure } from '../../testing/told-books.ts';
import { zip } from '../../testing/zip.ts';
import { readSure } from './read-file.ts';

const options = { today: '2026-11-27', limits: readLimits };

const read = (entries: readonly object[]) => readSure(writeSure(toldBook, { entries }), options);

const account = (id: string, kind: string) => ({
  type: 'Account',
  data: { id, name: id.toUpperCase(), currency: 'EUR', accountable_type: kind },
});
const payment = (id: string, accountId: string, amount: string, name = 'Payment') => ({
  type: 'Transaction',
  data: { id, account_id: accountId, date: '2024-06-20', amount, currency: 'EUR', name, notes: null },
});
const transfer = (outflow: string, inflow: string) => ({
  type: 'Transfer',
  data: { id: 'x', inflow_transaction_id: inflow, outflow_transaction_id: outflow },
});

describe('readSure', () => {
  it('offers accounts that hold no investments, and makes transfers with them deposits', async () => {
    const book = await read([
      account('bank', 'Depository'),
      payment('p1', 'bank', '100.0'),
      payment('p2', 'a1', '-100.0'),
      payment('p3', 'bank', '20.0'),
      transfer('p1', 'p2'),
    ]);
    const { plan, comparison } = planBook(book);
    expect(plan.questions[0]).toMatchObject({ key: 'account:bank', default: 'skip' });
    expect(plan.transactions.at(-1)).toMatchObject({ type: 'DEPOSIT', amount: '100', externalId: 'sure:p2' });
    expect(plan.lines.filter(({ message }) => message === 'The account is left out')).toHaveLength(1);
    expect(comparison.message).toBe('Everything adds up: 1 holding, 1 account.');
    const taken = planBook(book, { answers: { 'account:bank': 'take' } });
    expect(taken.plan.transactions.filter(({ transfer: id }) => id !== null)).toMatchObject([
      { type: 'WITHDRAWAL', portfolio: 'bank', amount: '100' },
      { type: 'DEPOSIT', portfolio: 'a1', amount: '100' },
    ]);
    expect(taken.comparison.message).toBe('Everything adds up: 1 holding, 2 accounts.');
  });

  it('answers payments by their names', async () => {
    const book = await read([payment('p1', 'a1', '3.0', 'Custody'), payment('p2', 'a1', '-1.0', 'Custody')]);
    const { plan, comparison } = planBook(book, { answers: { 'type:Custody': 'fee' } });
    expect(plan.questions.map(({ key }) => key)).toEqual(['type:Transfer', 'type:Custody']);
    expect(plan.transactions.slice(-2)).toMatchObject([
      { type: 'FEE', amount: '3' },
      { type: 'FEE', amount: '-1' },
    ]);
    expect(comparison.equal).toBe(true);
  });

  it('compares the newest holdings', async () => {
    const holding = (date: string, qty: string) => ({
      type: 'Holding',
      data: { account_id: 'a1', ticker: 'SAP', exchange_operating_mic: 'XETR', date, qty },
    });
    const { comparison } = planBook(await read([holding('2024-06-04', '8.5'), holding('2024-06-05', '9.5')]));
    expect(comparison.differences).toMatchObject([{ theirs: '9.5', ours: '8.5' }]);
  });

  it('takes a rounded price for what it is', async () => {
    const trade = {
      id: 'r1',
      account_id: 'a1',
      ticker: 'SAP',
      exchange_operating_mic: 'XETR',
      currency: 'EUR',
    };
    const book = await read([
      { type: 'Trade', data: { ...trade, date: '2024-06-20', qty: '3.0', price: '33.34', amount: '100.0' } },
    ]);
    const { plan, comparison } = planBook(book);
    expect(plan.transactions.at(-1)).toMatchObject({ fees: '0', price: '33.3333333333' });
    expect(comparison.equal).toBe(true);
  });

  it('names the line of what is damaged', async () => {
    const damaged = (text: string) =>
      readSure(zip([{ name: 'all.ndjson', bytes: new TextEncoder().encode(text) }]), options).then(
        () => 'read',
        (error: Error) => error.message,
      );
    expect(await damaged('\n{"type":"Trade","data":{"qty":"x"}}')).toBe('The file is damaged near line 2');
    expect(await damaged('\n\n{"type":')).toBe('The file ends too early. Export it again');
    expect(await damaged('')).toBe('The file has no transactions and no securities');
  });
});
