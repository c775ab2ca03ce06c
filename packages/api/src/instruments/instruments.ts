import {
  deliverySignalRepository,
  type EntityManager,
  type InstrumentRow,
  instrumentRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import { requireSession } from '../auth/sessions/sessions.ts';
import type { UserContext } from '../context.ts';
import { AppError, fieldError } from '../errors.ts';
import { planBars } from '../history/links/plan-bars.ts';
import { assertQuota } from '../quotas/quotas.ts';
import { requestTask } from '../tasks/tasks.ts';
import { assertNoteQuota } from '../watch-list/assert-quotas.ts';
import type { JudgedBars } from './bars/judge-bars.ts';
import { assertValid, readBars } from './bars/read-bars.ts';
import { type StoreContext, storeOwn } from './bars/store-bars.ts';
import { findInstrument, presentInstrument } from './find-instrument.ts';
import { assertMayWrite, spendWrite } from './limits.ts';
import { confirmBase } from './pricing/compute-bars.ts';
import { type PriceTerms, readTerms } from './pricing/read-terms.ts';
import { recompute } from './pricing/recompute.ts';
import type {
  CreatedInstrument,
  createInstrumentInput,
  deleteInstrumentInput,
  Instrument,
  InstrumentList,
  instrumentInput,
  listInstrumentsInput,
} from './schemas.ts';

/** Lists the own instruments of the caller, by symbol. */
export async function listInstruments(
  { em, user }: UserContext,
  page: z.output<typeof listInstrumentsInput>,
): Promise<InstrumentList> {
  const [instruments] = await instrumentRepository.listOfUser(em, user.id, page);
  const total = await instrumentRepository.countOfUser(em, user.id);
  return { instruments: instruments.map(presentInstrument), total };
}

/**
 * Returns an own instrument of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getInstrument(
  ctx: UserContext,
  { symbol }: z.output<typeof instrumentInput>,
): Promise<Instrument> {
  return presentInstrument(await findInstrument(ctx, symbol));
}

type CreateInput = z.output<typeof createInstrumentInput>;

/**
 * Creates an own instrument of the caller with its prices, as far as they are known, and puts it on the watch list
 * while that has room.
 * @throws AppError BAD_REQUEST, CONFLICT if the symbol is taken or a quota is used up, TOO_MANY_REQUESTS,
 *   MarketDataError
 */
export async function createInstrument(ctx: UserContext, input: CreateInput): Promise<CreatedInstrument> {
  const { symbol, currency } = input;
  const price = readTerms(input.pricing, input.terms);
  // Before the prices, which take long to read.
  await assertCreatable(ctx.em, ctx, symbol);
  if (input.bars !== undefined) await assertMayWrite(ctx);
  const judged = await readGivenBars(ctx, price, input);
  await confirmBase(ctx, price, currency);
  if (judged) await spendWrite(ctx, judged.bars.date.length);
  const { missingBase, isLinked } = await ctx.em.transactional((tx) =>
    storeInstrument(tx, ctx, input, price, judged),
  );
  const taskId = missingBase === null ? null : await requestBase(ctx, missingBase);
  const stored = presentInstrument(await findInstrument(ctx, symbol));
  const note = input.track && !isLinked ? '. Your watch list is full: it was not added to it' : '';
  return { ...stored, task_id: taskId, message: `${symbol} was created${note}` };
}

async function readGivenBars(
  ctx: UserContext,
  { pricing }: PriceTerms,
  { symbol, bars }: CreateInput,
): Promise<JudgedBars | null> {
  if (bars === undefined) return null;
  if (pricing !== 'entered') {
    throw new AppError('CONFLICT', `The prices of ${symbol} are computed: change its pricing to enter them`);
  }
  const judged = await readBars(ctx, { bars });
  assertValid(judged);
  return judged;
}

/** @throws AppError CONFLICT if the symbol is taken or the user has the maximum */
async function assertCreatable(
  em: EntityManager,
  { user, services: { quotas } }: Omit<StoreContext, 'em'>,
  symbol: string,
): Promise<void> {
  if (await instrumentRepository.findOfUser(em, user.id, symbol)) {
    throw new AppError('CONFLICT', `You already have ${symbol}`);
  }
  assertQuota(await instrumentRepository.countOfUser(em, user.id), quotas.ownInstruments, 'own instruments');
}

/**
 * Stores a new instrument with its bars and locks the user's row.
 * @throws AppError as `createInstrument`
 */
export async function storeInstrument(
  tx: EntityManager,
  ctx: Omit<StoreContext, 'em'>,
  { symbol, name, currency, type, quoted_in, remind, isin, sector, industry, notes, track }: CreateInput,
  { pricing, terms }: PriceTerms,
  judged: JudgedBars | null,
): Promise<{ missingBase: string | null; isLinked: boolean }> {
  const { user, services } = ctx;
  const now = services.clock();
  await userRepository.lockForUpdate(tx, user.id);
  await assertCreatable(tx, ctx, symbol);
  const facts = { isin: isin ?? null, sector: sector ?? null, industry: industry ?? null };
  const id = await instrumentRepository.add(tx, user.id, {
    ...facts,
    symbol,
    name,
    currency,
    type,
    quotedIn: quoted_in,
    pricing,
    terms,
    remind,
    createdAt: now,
  });
  if (!track && notes) throw fieldError('notes', 'Notes belong to the watch list: leave track at true');
  const linked = track
    ? await userStockRepository.linkWhileRoom(tx, user.id, [id], services.quotas.stocks, now)
    : [];
  if (linked.length > 0 && notes) {
    await assertNoteQuota(tx, ctx, id, notes);
    await userStockRepository.change(tx, user.id, id, { notes });
  }
  if (judged && judged.bars.date.length > 0) {
    await storeOwn({ ...ctx, em: tx }, id, (stored) => ({ plan: planBars(stored, judged.bars, 'replace') }));
  }
  const missingBase = pricing === 'entered' ? null : await recompute({ ...ctx, em: tx }, id);
  return { missingBase, isLinked: linked.length > 0 };
}

/** Requests the history of a linked stock, whose storing computes the prices. @returns the task's id */
export function requestBase(ctx: UserContext, symbol: string): Promise<string> {
  return requestTask(ctx, {
    kind: 'refresh-stock',
    subject: symbol,
    payload: { symbol },
    message: `Fetching the prices of ${symbol}...`,
  });
}

/**
 * Deletes an own instrument of the caller with everything about it.
 * @throws AppError NOT_FOUND, BAD_REQUEST without the confirmation, CONFLICT while a portfolio needs it
 */
export async function deleteInstrument(
  ctx: UserContext,
  { symbol, confirmation }: z.output<typeof deleteInstrumentInput>,
): Promise<{ message: string }> {
  const { em, user } = ctx;
  requireSession(ctx);
  const { id } = await findInstrument(ctx, symbol);
  if (confirmation?.trim().toUpperCase() !== symbol) {
    throw fieldError('confirmation', `Confirm the deletion by the symbol: ?confirmation=${symbol}`);
  }
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    assertNotHeld(await findInstrument({ em: tx, user }, symbol));
    await deliverySignalRepository.drop(tx, user.id, id);
    await userStockRepository.unlink(tx, user.id, id);
    await instrumentRepository.remove(tx, id);
  });
  return { message: `${symbol} was deleted` };
}

/** @throws AppError CONFLICT */
function assertNotHeld({ symbol, heldIn: [portfolio] }: Pick<InstrumentRow, 'symbol' | 'heldIn'>): void {
  if (portfolio === undefined) return;
  throw new AppError('CONFLICT', `${symbol} has transactions in ${portfolio}. Delete them first`);
}
