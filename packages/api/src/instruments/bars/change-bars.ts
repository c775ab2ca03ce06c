import { type FloatColumns, type InstrumentRow, priceBarRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { type BarsPlan, planBars, planRemoval } from '../../history/links/plan-bars.ts';
import { handleInput } from '../../streaming/large-input.ts';
import { findInstrument } from '../find-instrument.ts';
import { assertMayWrite, spendWrite } from '../limits.ts';
import type { JudgedBars } from './judge-bars.ts';
import { assertValid, readBars } from './read-bars.ts';
import type { BarsChange, barsChangeInput, deleteBarsInput } from './schemas.ts';
import { storeOwn } from './store-bars.ts';

type ChangeInput = z.output<typeof barsChangeInput>;

/** @throws AppError CONFLICT if the prices are computed */
function assertEntered({ pricing, symbol }: Pick<InstrumentRow, 'pricing' | 'symbol'>): void {
  if (pricing === 'entered') return;
  throw new AppError('CONFLICT', `The prices of ${symbol} are computed: change its pricing to enter them`);
}

const present = ({ added, changed, unchanged, removed }: BarsPlan, barsRevision: number): BarsChange => ({
  added,
  changed,
  unchanged,
  removed,
  bars_revision: barsRevision,
});

/** More bars, or a longer text, take up to a second of the processor to read, compare and write. */
const maxBarsAtOnce = 2_000;
/** Characters. */
const maxTextAtOnce = 64 * 1024;

function isLong({ bars, csv }: Pick<ChangeInput, 'bars' | 'csv'>): boolean {
  const given = csv ?? bars ?? [];
  return given.length > (typeof given === 'string' ? maxTextAtOnce : maxBarsAtOnce);
}

/**
 * Replaces all bars of an own instrument of the caller, or adds to them. Long histories of all users are read, and
 * stored, one at a time.
 * @throws AppError NOT_FOUND, BAD_REQUEST with the problems of rows, CONFLICT if the prices are computed or a quota is
 *   used up, TOO_MANY_REQUESTS
 */
async function changeBars(
  ctx: UserContext,
  { symbol, preview, ...given }: ChangeInput,
  mode: 'replace' | 'merge',
): Promise<BarsChange> {
  const instrument = await findInstrument(ctx, symbol);
  assertEntered(instrument);
  if (!preview) await assertMayWrite(ctx);
  return handleInput(ctx, isLong(given), async () => {
    const judged = await readBars(ctx, given);
    const count = judged.bars.date.length + judged.problemCount;
    if (count === 0) throw fieldError('bars', 'Send at least one price, or delete them');
    if (preview) return await previewChange(ctx, instrument, judged, mode);
    assertValid(judged);
    await spendWrite(ctx, count);
    const { plan, stock } = await storeOwn(ctx, instrument.id, (stored, stock) => {
      assertEntered(stock);
      return { plan: planBars(stored, judged.bars, mode) };
    });
    return present(plan, stock.barsRevision);
  });
}

async function previewChange(
  { em }: UserContext,
  { id, barsRevision }: InstrumentRow,
  { bars, problems, problemCount }: JudgedBars,
  mode: 'replace' | 'merge',
): Promise<BarsChange> {
  const stored = await priceBarRepository.readColumns(em, id);
  return {
    ...present(planBars(stored, bars, mode), barsRevision),
    details: [...problems],
    problems: problemCount,
  };
}

/** Stores the bars of an own instrument of the caller: these are all there are. @throws as `changeBars` */
export const setBars = (ctx: UserContext, input: ChangeInput) => changeBars(ctx, input, 'replace');

/** Adds bars to an own instrument of the caller, and replaces those of the same days. @throws as `changeBars` */
export const addBars = (ctx: UserContext, input: ChangeInput) => changeBars(ctx, input, 'merge');

/**
 * Deletes the bars of a range of days.
 * @throws AppError NOT_FOUND, BAD_REQUEST without a range, CONFLICT if the prices are computed, TOO_MANY_REQUESTS
 */
export async function deleteBars(
  ctx: UserContext,
  { symbol, since, until, preview }: z.output<typeof deleteBarsInput>,
): Promise<BarsChange> {
  const instrument = await findInstrument(ctx, symbol);
  assertEntered(instrument);
  if (since === undefined && until === undefined) {
    throw fieldError('since', 'Name since or until: the days whose prices are deleted');
  }
  const removal = (stored: FloatColumns) => planRemoval(stored, since ?? '0001-01-01', until ?? '9999-12-31');
  if (preview) {
    const stored = await priceBarRepository.readColumns(ctx.em, instrument.id);
    return { ...present(removal(stored), instrument.barsRevision), details: [], problems: 0 };
  }
  await spendWrite(ctx, 1);
  const { plan, stock } = await storeOwn(ctx, instrument.id, (stored, stock) => {
    assertEntered(stock);
    return { plan: removal(stored) };
  });
  return present(plan, stock.barsRevision);
}
