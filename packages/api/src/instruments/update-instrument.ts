import {
  type EntityManager,
  type InstrumentChanges,
  type InstrumentRow,
  instrumentRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { AppError, fieldError } from '../errors.ts';
import { assertNoteQuota } from '../watch-list/assert-quotas.ts';
import { findInstrument, presentInstrument } from './find-instrument.ts';
import { requestBase } from './instruments.ts';
import { confirmBase } from './pricing/compute-bars.ts';
import { readTerms, termsOf } from './pricing/read-terms.ts';
import { recompute } from './pricing/recompute.ts';
import type { Instrument, updateInstrumentInput } from './schemas.ts';

type Input = z.output<typeof updateInstrumentInput>;

/** Fields on which a portfolio that has transactions in the instrument relies, and their names. */
const fixed = [
  ['currency', 'currency'],
  ['quoted_in', 'quotation'],
] as const;

/** @throws AppError CONFLICT */
function assertChangeable(instrument: InstrumentRow, input: Input): void {
  const [portfolio] = instrument.heldIn;
  if (portfolio === undefined) return;
  const present = { currency: instrument.currency, quoted_in: instrument.quotedIn };
  for (const [field, name] of fixed) {
    if (input[field] === undefined || input[field] === present[field]) continue;
    throw new AppError(
      'CONFLICT',
      `${instrument.symbol} has transactions in ${portfolio}: its ${name} stays`,
    );
  }
}

/** The fields that the request names, with the names of the entity. */
function changesOf({
  name,
  currency,
  type,
  isin,
  sector,
  industry,
  quoted_in,
  remind,
}: Input): InstrumentChanges {
  const changes = { name, currency, type, isin, sector, industry, quotedIn: quoted_in, remind };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

async function changeNotes(
  tx: EntityManager,
  ctx: UserContext,
  { id, isTracked }: InstrumentRow,
  notes: string | null,
): Promise<void> {
  if (!isTracked) throw fieldError('notes', 'Notes belong to the watch list: add the instrument to it first');
  if (notes) await assertNoteQuota(tx, ctx, id, notes);
  await userStockRepository.change(tx, ctx.user.id, id, { notes });
}

/**
 * Changes an own instrument of the caller. Another way to its prices makes them anew; `entered` keeps what is there.
 * @throws AppError NOT_FOUND, BAD_REQUEST, CONFLICT while a portfolio relies on what is changed, TOO_MANY_REQUESTS,
 *   MarketDataError
 */
export async function updateInstrument(ctx: UserContext, input: Input): Promise<Instrument> {
  const { em, user } = ctx;
  const found = await findInstrument(ctx, input.symbol);
  assertChangeable(found, input);
  const pricing = input.pricing ?? found.pricing ?? 'entered';
  const isRepriced = input.terms !== undefined || pricing !== found.pricing;
  const price = isRepriced ? readTerms(pricing, input.terms) : termsOf(found.pricing, found.terms);
  await confirmBase(ctx, price, input.currency ?? found.currency ?? '');
  const missingBase = await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const instrument = await findInstrument({ em: tx, user }, input.symbol);
    assertChangeable(instrument, input);
    if (input.notes !== undefined) await changeNotes(tx, ctx, instrument, input.notes);
    const { repeats, applied_splits } = instrument.terms ?? {};
    const kept = { ...(repeats && { repeats }), ...(applied_splits && { applied_splits }) };
    const terms = price.terms || Object.keys(kept).length > 0 ? { ...price.terms, ...kept } : null;
    const changes = changesOf(input);
    if (input.currency !== undefined) {
      await instrumentRepository.changeDividendCurrency(tx, instrument.id, input.currency);
    }
    if (isRepriced) return recompute({ ...ctx, em: tx }, instrument.id, { ...changes, pricing, terms });
    if (Object.keys(changes).length > 0) {
      await instrumentRepository.change(tx, instrument.id, {
        ...changes,
        lastFetchedAt: ctx.services.clock(),
      });
    }
    return null;
  });
  if (missingBase !== null) await requestBase(ctx, missingBase);
  return presentInstrument(await findInstrument(ctx, input.symbol));
}
