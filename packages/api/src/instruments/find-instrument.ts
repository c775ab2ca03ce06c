import { type InstrumentRow, instrumentRepository } from '@stockbook/db';
import type { ActorContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Instrument } from './schemas.ts';

/**
 * Finds an own instrument of the caller.
 * @throws AppError NOT_FOUND, the same for an unknown symbol and for one of another user
 */
export async function findInstrument(
  { em, user }: Pick<ActorContext<never>, 'em' | 'user'>,
  symbol: string,
): Promise<InstrumentRow> {
  const found = await instrumentRepository.findOfUser(em, user.id, symbol);
  if (!found) throw notFound('Stock');
  return found;
}

/** Maps an own instrument to its API shape. */
export function presentInstrument(row: InstrumentRow): Instrument {
  const { repeats: _, applied_splits: __, ...terms } = row.terms ?? {};
  return {
    symbol: row.symbol,
    name: row.name,
    currency: row.currency ?? '',
    type: row.type ?? 'Other',
    isin: row.isin,
    sector: row.sector,
    industry: row.industry,
    notes: row.notes,
    quoted_in: row.quotedIn,
    pricing: row.pricing ?? 'entered',
    terms: row.pricing === 'entered' ? null : (terms as Instrument['terms']),
    remind: row.remind,
    first_date: row.dataStartDate,
    last_date: row.dataEndDate,
    last_close: row.lastClose,
    bars: row.barCount,
    left_out: row.rejectedBars,
    is_tracked: row.isTracked,
    held_in: row.heldIn,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
