import { dayNumber } from '@stockbook/common/days';
import { describe, expect, it } from 'vitest';
import { readLimits } from '../limits.ts';
import { readGhostfolio } from '../read/ghostfolio/read-file.ts';
import { planBook } from '../testing/move-in.ts';
import { chainedRates } from './rates.ts';

const days = (...dates: readonly string[]) => Int32Array.from(dates, dayNumber);

describe('chainedRates', () => {
  it('multiplies two rates on the days on which either is new and both are known', () => {
    const first = { days: days('2024-01-01', '2024-01-03'), rates: Float64Array.of(2, 3) };
    const second = { days: days('2024-01-02', '2024-01-05'), rates: Float64Array.of(10, 20) };
    expect(chainedRates(first, second)).toEqual({
      days: days('2024-01-02', '2024-01-03', '2024-01-05'),
      rates: Float64Array.of(20, 30, 60),
    });
  });
});

describe('inCurrency', () => {
  it('books a line of a third currency in that of its account, if accounts of two currencies are merged', () => {
    const account = (id: string, currency: string, value: number) => ({
      id,
      name: id,
      currency,
      balances: [{ date: '2024-05-21', value }],
    });
    const bought = {
      id: 'o1',
      accountId: 'dollars',
      type: 'BUY',
      date: '2024-05-20T00:00:00.000Z',
      quantity: 2,
      unitPrice: 100,
      fee: 1,
      currency: 'CHF',
      dataSource: 'YAHOO',
      symbol: 'NESN.SW',
    };
    const fee = {
      id: 'o2',
      accountId: 'euros',
      type: 'FEE',
      date: '2024-05-20T00:00:00.000Z',
      fee: 3,
      currency: 'EUR',
    };
    const file = {
      meta: { date: '2024-06-01', version: '3.0.0' },
      accounts: [account('euros', 'EUR', 500), account('dollars', 'USD', 700)],
      activities: [fee, bought],
    };
    const book = readGhostfolio(Buffer.from(JSON.stringify(file)), {
      today: '2026-11-27',
      limits: readLimits,
    });
    const rates = [{ from: 'CHF', to: 'USD', days: days('2024-05-17'), rates: Float64Array.of(1.1) }];
    const { plan, comparison } = planBook(book, { facts: { rates }, answers: { 'merge:dollars': 'euros' } });
    expect(plan.transactions).toMatchObject([
      { type: 'FEE', amount: '3', currency: 'EUR' },
      { type: 'BUY', price: '110', fees: '1.1', currency: 'USD', fxRate: null, note: '1 CHF = 1.1 USD' },
      { type: 'DEPOSIT', amount: '503', currency: 'EUR' },
      { type: 'DEPOSIT', amount: '921.1', currency: 'USD' },
    ]);
    expect(comparison.message).toBe('Everything adds up: 1 holding, 2 accounts.');
  });
});
