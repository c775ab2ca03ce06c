import { describe, expect, it } from 'vitest';
import { planBook, readBook, room } from '../../testing/move-in.ts';
import type { PpTestEntry } from '../../testing/pp-book.ts';

const deposit: PpTestEntry = {
  type: 'DEPOSIT',
  uuid: 'd',
  date: '2024-05-20',
  account: 'a1',
  currency: 'EUR',
  amount: 100n,
};

describe('roomWarnings', () => {
  it('names what a move makes more of than there is room for', async () => {
    const book = await readBook({
      version: 70,
      baseCurrency: 'EUR',
      securities: [
        {
          uuid: 's1',
          name: 'Fund',
          currency: 'EUR',
          feed: 'MANUAL',
          prices: [
            ['2024-05-20', 100n],
            ['2024-05-21', 100n],
          ],
        },
        { uuid: 's2', name: 'Apple', currency: 'USD', feed: 'YAHOO', ticker: 'AAPL' },
      ],
      accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
      portfolios: [],
      entries: [deposit, { ...deposit, uuid: 'e' }],
      watchlists: [{ name: 'Ideas', securities: ['s1', 's2'] }],
    });
    const warningsFor = (less: Partial<typeof room>) =>
      planBook(book, { facts: { room: { ...room, ...less } } }).plan.warnings;
    expect(warningsFor({})).toEqual([]);
    expect(warningsFor({ portfolios: 0, transactions: 1, instruments: 0, lists: 0 })).toEqual([
      'This move adds 1 portfolio, and there is room for 0',
      'This move adds 2 transactions, and there is room for 1',
      'This move adds 1 own instrument, and there is room for 0',
      'This move adds 1 list, and there is room for 0',
    ]);
    expect(warningsFor({ transactionsPerPortfolio: 1, bars: 1, stocks: 1, stocksPerList: 1 })).toEqual([
      'This move adds 2 transactions to Giro, and there is room for 1',
      'This move adds 2 own prices, and there is room for 1',
      'There is room for 1 of 2 stocks for the watch list',
      'There is room for 1 of 2 stocks of Ideas',
    ]);
  });
});
