import type { PricedDividend, PriceFactors } from '@stockbook/db';

/**
 * The factors that adjust prices for dividends: a price before an ex-date is multiplied by 1 − dividend / previous close,
 * and by those of all later dividends. The previous close is the last one before the ex-date, adjusted for splits like the
 * dividend. Source: the back-adjustment of the Center for Research in Security Prices (CRSP), which Yahoo's "adjusted
 * close" follows ("What is the adjusted close?", Yahoo Help).
 *
 * A dividend that is not below the previous close is ignored: its unit differs from that of the prices, or the price was
 * distributed whole.
 */
export function dividendFactors(dividends: readonly PricedDividend[]): PriceFactors {
  const adjusting = dividends.filter(({ amount, previousClose }) => amount < previousClose);
  const factors = [1];
  for (const { amount, previousClose } of adjusting.toReversed()) {
    factors.push((factors.at(-1) ?? 1) * (1 - amount / previousClose));
  }
  return { dates: adjusting.map(({ exDate }) => exDate), factors: factors.reverse() };
}
