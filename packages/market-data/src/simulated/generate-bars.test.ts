import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsFrom } from '../bars/bars-from.ts';
import { catalogue, findInCatalogue } from '../catalogue/catalogue.ts';
import { generateBars } from './generate-bars.ts';

const entries = fc.constantFrom(...catalogue);
const apple = entryOf('AAPL');
const days = fc
  .date({ min: new Date('2021-01-01'), max: new Date('2046-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('generateBars', () => {
  it('does not change earlier days when the end moves', () => {
    fc.assert(
      fc.property(entries, days, days, (entry, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one];
        const before = generateBars(entry, early);
        const after = generateBars(entry, late);
        const count = before.date.length;
        for (const column of ['date', 'open', 'high', 'low', 'close', 'volume'] as const) {
          expect(after[column].slice(0, count)).toEqual(before[column]);
        }
        expect(barsFrom(after, early).date.length).toBe(after.date.length - count);
      }),
      { numRuns: 25 },
    );
  });

  it.each(catalogue.map((entry) => [entry.symbol, entry] as const))(
    'generates valid bars of %s',
    (_, entry) => {
      const bars = generateBars(entry, '2026-11-21');
      let maxMove = 0;
      for (let row = 0; row < bars.date.length; row++) {
        const at = (column: readonly number[]) => column[row] ?? Number.NaN;
        const [open, high, low, close] = [at(bars.open), at(bars.high), at(bars.low), at(bars.close)];
        const isValid =
          low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && at(bars.volume) > 0;
        if (!isValid) expect.fail(`${bars.date[row]}: ${[open, high, low, close, at(bars.volume)]}`);
        const previous = bars.close[row - 1] ?? close;
        maxMove = Math.max(maxMove, Math.abs(Math.log(close / previous)));
      }
      expect(bars.date.some((day) => [0, 6].includes(new Date(day).getUTCDay()))).toBe(false);
      expect(maxMove).toBeLessThan(0.3);
      expect(yearlyVolatility(bars.close)).toBeGreaterThan(0.05);
      expect(yearlyVolatility(bars.close)).toBeLessThan(0.6);
    },
  );

  it('stays near the price level, in 2026 and decades later', () => {
    for (const entry of catalogue) {
      const last = generateBars(entry, '2026-11-21').close.at(-1) ?? 0;
      expect(last / entry.priceLevel, entry.symbol).toBeGreaterThan(0.2);
      expect(last / entry.priceLevel, entry.symbol).toBeLessThan(5);
    }
    expect(generateBars(apple, '2060-01-01').close.at(-1)).toBeLessThan(100 * apple.priceLevel);
  });

  it('generates the same bars on every machine', () => {
    const bars = generateBars(apple, '1990-01-04');
    expect(bars).toMatchInlineSnapshot(`
      {
        "close": [
          27.2,
          26.91,
          26.69,
        ],
        "date": [
          "1990-01-01",
          "1990-01-02",
          "1990-01-03",
        ],
        "high": [
          27.35,
          27.84,
          27.01,
        ],
        "low": [
          26.24,
          26.76,
          26.38,
        ],
        "open": [
          26.43,
          27.27,
          26.82,
        ],
        "volume": [
          13692910,
          9698863,
          9677670,
        ],
      }
    `);
  });

  it('generates different bars for different symbols', () => {
    const [one, other] = ['AAPL', 'MSFT'].map((symbol) => generateBars(entryOf(symbol), '2026-11-21').close);
    expect(one).not.toEqual(other);
  });
});

function entryOf(symbol: string) {
  const entry = findInCatalogue(symbol);
  if (entry === undefined) throw new Error(`${symbol} is not in the catalogue.`);
  return entry;
}

/** Standard deviation of the yearly logarithmic return, computed from daily closes. */
function yearlyVolatility(close: readonly number[]): number {
  const returns = close.slice(1).map((price, row) => Math.log(price / (close[row] ?? Number.NaN)));
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length;
  return Math.sqrt(variance * 261);
}
