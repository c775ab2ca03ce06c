import { stockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { assertCurrency, computeBars } from './compute-bars.ts';
import { readTerms } from './read-terms.ts';
import type { InstrumentPreview, previewInstrumentInput } from './schemas.ts';

const shownBars = 5;

/**
 * Computes the last prices of an instrument that is not stored yet.
 * @throws AppError BAD_REQUEST if the terms are not valid, or the linked stock is quoted in another currency
 */
export async function previewInstrument(
  ctx: UserContext,
  { pricing, terms, currency }: z.output<typeof previewInstrumentInput>,
): Promise<InstrumentPreview> {
  const price = readTerms(pricing, terms);
  if (price.pricing === 'entered') return { bars: [], left_out: 0 };
  if (price.pricing === 'linked') {
    const base = await stockRepository.findBySymbol(ctx.em, price.terms.symbol, null);
    if (base) assertCurrency(base.symbol, base.currency, currency);
  }
  const { bars, leftOut } = await computeBars(ctx, price);
  const first = Math.max(0, bars.date.length - shownBars);
  const shown = bars.date.slice(first).map((date, index) => {
    const at = (column: Float64Array) => column[first + index] ?? 0;
    return {
      date,
      open: at(bars.open),
      high: at(bars.high),
      low: at(bars.low),
      close: at(bars.close),
      volume: at(bars.volume),
    };
  });
  return { bars: shown, left_out: leftOut };
}
