import type { CatalogueEntry } from '../catalogue/catalogue.ts';
import type { DailyBars, Dividend, Split } from '../provider/provider.ts';
import { seededRandom } from './seeded-random.ts';

/** Share of the companies that pay dividends; all funds do. */
const payingShare = 0.7;
const paymentsPerYear = 4;

/** Ratios of splits, the most frequent first. */
const splitRatios = [
  [2, 1],
  [2, 1],
  [3, 1],
  [4, 1],
  [3, 2],
] as const;

/** A share is split about once in this many years. */
const yearsPerSplit = 12;

/**
 * Splits and quarterly dividends of a share or fund; indices and currencies have none. Deterministic like the `bars`: a
 * new day may add an action and changes none. Generated prices are already adjusted for splits and do not fall on the
 * ex-date of a dividend.
 */
export function generateActions(
  entry: CatalogueEntry,
  bars: DailyBars,
): { splits: Split[]; dividends: Dividend[] } {
  const splits: Split[] = [];
  const dividends: Dividend[] = [];
  const isCompany = entry.type === 'equity';
  if (!isCompany && entry.type !== 'etf') return { splits, dividends };

  const random = seededRandom(`actions ${entry.symbol}`);
  const pays = random.uniform() < payingShare || !isCompany;
  const yieldPerYear = 0.005 + 0.035 * random.uniform();
  const firstMonth = Math.floor(random.uniform() * 3);
  const decimals = entry.priceLevel < 10 ? 4 : 2;

  // The first bar on or after the 10th of each month decides; random numbers are drawn for every month.
  for (let row = 1; row < bars.date.length; row++) {
    const date = bars.date[row] ?? '';
    const previousDate = bars.date[row - 1] ?? '';
    const tenth = `${date.slice(0, 7)}-10`;
    if (date < tenth || previousDate >= tenth) continue;
    const [splitDraw, ratioDraw] = [random.uniform(), random.uniform()];
    const month = Number(date.slice(5, 7));
    if (pays && month % 3 === firstMonth) {
      const payment = ((bars.close[row - 1] ?? 0) * yieldPerYear) / paymentsPerYear;
      const amount = Number(payment.toFixed(decimals));
      if (amount > 0) dividends.push({ date, amount, currency: entry.currency });
    } else if (isCompany && splitDraw < 1 / (8 * yearsPerSplit)) {
      const [numerator, denominator] =
        splitRatios[Math.floor(ratioDraw * splitRatios.length)] ?? splitRatios[0];
      splits.push({ date, numerator, denominator });
    }
  }
  return { splits, dividends };
}
