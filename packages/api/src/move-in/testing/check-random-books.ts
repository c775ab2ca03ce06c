import { dateOfDay, dayNumber } from '@stockbook/common/days';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Decimal } from '../decimal.ts';
import type { PlanStock } from '../plan/facts.ts';
import { planBook, readBook, readXmlBook } from './move-in.ts';
import type { PpTestBook, PpTestEntry } from './pp-book.ts';
import { randomPpBook } from './random-pp-book.ts';

/** The forms of files that a book is written in. */
const form = fc.constantFrom('binary', 'paths', 'ids');

/** Moves random books in, out of files of all forms: everything must add up. */
export async function checkRandomBooks(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(randomPpBook, form, async (random, chosen) => {
      const book = chosen === 'binary' ? readBook(random) : readXmlBook(random, chosen);
      const { comparison, plan } = planBook(await book);
      expect(plan.lines.filter(({ verdict }) => verdict === 'problem')).toEqual([]);
      expect(comparison.differences).toEqual([]);
      expect(comparison.message).toMatch(/^Everything adds up: /);
    }),
    { numRuns },
  );
}

const start = dayNumber('2021-01-04');

/** Days of the price series, and the last day of a purchase before the file's last line. */
const [days, lastDay] = [400, 380];

const splitStory = fc.record({
  splitDay: fc.integer({ min: 20, max: 360 }),
  ratio: fc.constantFrom([2, 1], [3, 1], [10, 1], [1, 10], [7, 2]),
  purchases: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: lastDay }),
      shares: fc.integer({ min: 1, max: 500 }),
      error: fc.integer({ min: -40, max: 40 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  volatility: fc.array(fc.integer({ min: -20, max: 20 }), { minLength: days, maxLength: days }),
});

/**
 * Tells one story of purchases and a split in three ways: with shares that were multiplied since, with a line that adds
 * the shares of the split, and in shares of the day. All give the same shares at the same prices.
 */
export async function checkRandomSplits(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(splitStory, async ({ splitDay, ratio, purchases, volatility }) => {
      const [numerator = 1, denominator = 1] = ratio;
      const exDate = dateOfDay(start + splitDay);
      let close = 100;
      const closes = volatility.map((change) => {
        close *= 1 + change / 1000;
        return close;
      });
      const stock: PlanStock = {
        symbol: 'XYZ',
        isin: null,
        currency: 'EUR',
        splits: [{ exDate, numerator, denominator }],
        days: Int32Array.from(closes, (_, index) => start + index),
        closes: Float64Array.from(closes),
      };
      const sorted = purchases.toSorted((a, b) => a.day - b.day);
      const told = (isMultiplied: boolean) =>
        sorted.map(({ day, shares, error }, index): PpTestEntry => {
          const isEarlier = day < splitDay;
          // A multiple of the denominator, so that each ratio leaves whole shares.
          const ofDay = BigInt(shares * denominator) * 10n ** 8n;
          const multiplied = (ofDay * BigInt(numerator)) / BigInt(denominator);
          const factor = isEarlier ? numerator / denominator : 1;
          const price = (closes[day] ?? 0) * factor * (1 + error / 1000);
          return {
            type: 'buy',
            uuid: `b${index}`,
            otherUuid: `c${index}`,
            date: dateOfDay(start + day),
            account: 'a1',
            portfolio: 'p1',
            security: 's1',
            currency: 'EUR',
            amount: BigInt(Math.round(shares * denominator * price * 100)),
            shares: isMultiplied && isEarlier ? multiplied : ofDay,
          };
        });
      const held = sorted.reduce(
        (sum, { day, shares }) => (day < splitDay ? sum + shares * denominator : sum),
        0,
      );
      const added = (BigInt(held) * 10n ** 8n * BigInt(numerator - denominator)) / BigInt(denominator);
      const lineOfSplit: PpTestEntry[] = added > 0n ? [{ ...delivery, date: exDate, shares: added }] : [];
      const stories = [told(true), ...(held > 0 ? [[...told(false), ...lineOfSplit]] : []), told(false)];
      const results = await Promise.all(
        stories.map(async (entries) => {
          const { plan } = planBook(await readBook(bookOf(entries)), { facts: { stocks: [stock] } });
          const booked = plan.transactions.filter(({ type }) => type === 'BUY');
          return booked.map(({ date, quantity, price }) => [
            date,
            new Decimal(quantity ?? 0).toNumber(),
            new Decimal(price ?? 0).toDecimalPlaces(6).toNumber(),
          ]);
        }),
      );
      for (const result of results) expect(result).toEqual(results[0]);
    }),
    { numRuns },
  );
}

const delivery: PpTestEntry = {
  type: 'inbound',
  uuid: 'split',
  date: '2021-01-04',
  portfolio: 'p1',
  security: 's1',
  currency: 'EUR',
  amount: 0n,
};

const bookOf = (entries: readonly PpTestEntry[]): PpTestBook => ({
  version: 70,
  baseCurrency: 'EUR',
  securities: [{ uuid: 's1', name: 'XYZ', currency: 'EUR', feed: 'YAHOO', ticker: 'XYZ' }],
  accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
  portfolios: [{ uuid: 'p1', name: 'Depot', reference: 'a1' }],
  entries: [
    ...entries,
    {
      type: 'DEPOSIT',
      uuid: 'd',
      date: dateOfDay(start + days),
      account: 'a1',
      currency: 'EUR',
      amount: 100n,
    },
  ],
});
