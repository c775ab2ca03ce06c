import { encryptPp } from '../../packages/api/src/move-in/testing/encrypt-pp.ts';
import type { PpTestBook } from '../../packages/api/src/move-in/testing/pp-book.ts';
import { writePpXml } from '../../packages/api/src/move-in/testing/write-pp-xml.ts';

const bought = { type: 'buy', account: 'a1', portfolio: 'p1', currency: 'EUR' } as const;

/** A deposit and three purchases: of a stock, of a fund without a source, and of a coin that has to be chosen. */
const book: PpTestBook = {
  version: 70,
  baseCurrency: 'EUR',
  securities: [
    { uuid: 's1', name: 'Apple', currency: 'USD', ticker: 'AAPL', feed: 'YAHOO' },
    {
      uuid: 's2',
      name: 'House bank fund',
      currency: 'EUR',
      feed: 'MANUAL',
      prices: [
        ['2024-05-20', 25_00000000n],
        ['2024-05-21', 26_00000000n],
      ],
    },
    { uuid: 's3', name: 'Bitcoin', currency: 'EUR', ticker: 'BTC', feed: 'COINGECKO' },
  ],
  accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
  portfolios: [{ uuid: 'p1', name: 'Depot', reference: 'a1' }],
  entries: [
    { type: 'DEPOSIT', uuid: 'd1', date: '2024-05-02', account: 'a1', currency: 'EUR', amount: 5000_00n },
    {
      ...bought,
      uuid: 'b1',
      otherUuid: 'c1',
      date: '2024-05-20',
      security: 's1',
      amount: 1700_00n,
      shares: 10_00000000n,
    },
    {
      ...bought,
      uuid: 'b2',
      otherUuid: 'c2',
      date: '2024-05-20',
      security: 's2',
      amount: 100_00n,
      shares: 4_00000000n,
    },
    {
      ...bought,
      uuid: 'b3',
      otherUuid: 'c3',
      date: '2024-05-21',
      security: 's3',
      amount: 100_00n,
      shares: 1_00000000n,
    },
  ],
  watchlists: [{ name: 'Tech', securities: ['s1'] }],
};

/** The book as a file of Portfolio Performance. */
export const bookXml = Buffer.from(writePpXml(book, 'paths'));

/** The same file with a password. */
export const encryptedBook = (password: string) =>
  encryptPp(bookXml, password, { bits: 256, isBinary: false });
