import { isDeepStrictEqual } from 'node:util';
import {
  type AppliedSplit,
  type FloatColumns,
  type InstrumentRow,
  mapColumns,
  type RepeatedDividend,
  stockActionRepository,
} from '@stockbook/db';
import type { Dividend, Split } from '@stockbook/market-data';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { planBars } from '../../history/links/plan-bars.ts';
import { type StoreContext, storeOwn } from '../bars/store-bars.ts';
import { findInstrument } from '../find-instrument.ts';
import { spendWrite } from '../limits.ts';
import { repeatDates } from './repeat-dates.ts';
import {
  type InstrumentActions,
  maxAppliedSplits,
  maxOwnDividends,
  type setInstrumentActionsInput,
} from './schemas.ts';

type Input = z.output<typeof setInstrumentActionsInput>;

function assertDistinct(
  field: 'dividends' | 'splits',
  entries: readonly { readonly ex_date: string }[],
): void {
  const seen = new Set<string>();
  for (const [index, { ex_date: date }] of entries.entries()) {
    const name = `${field}[${index}].ex_date`;
    if (seen.has(date)) throw fieldError(name, `${name} appears twice`);
    seen.add(date);
  }
}

/** The repeats of a request: those beside a dividend, and those that an earlier response had. */
function repeatsOf({ dividends, repeats }: Input): RepeatedDividend[] {
  const beside = dividends.flatMap(({ ex_date, amount, repeat }) =>
    repeat ? [{ ex_date, amount, months: repeat.months, until: repeat.until }] : [],
  );
  const named = new Set(beside.map(({ ex_date }) => ex_date));
  return [...beside, ...repeats.filter(({ ex_date }) => !named.has(ex_date))];
}

/** @throws AppError BAD_REQUEST if there are too many */
function dividendsOf(
  input: Input,
  repeats: readonly RepeatedDividend[],
  currency: string | null,
): Dividend[] {
  const amounts = new Map<string, number>();
  for (const { ex_date, amount, months, until } of repeats) {
    for (const date of repeatDates(ex_date, months, until, maxOwnDividends + 1)) amounts.set(date, amount);
  }
  for (const { ex_date, amount } of input.dividends) amounts.set(ex_date, amount);
  if (amounts.size > maxOwnDividends) {
    throw fieldError('dividends', `An instrument can have at most ${maxOwnDividends} dividends`);
  }
  return [...amounts]
    .map(([date, amount]) => ({ date, amount, currency }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

const ratioOf = ({ numerator, denominator }: Omit<Split, 'date'>): number => numerator / denominator;

/** The splits of a request by which the earlier prices have to be divided yet. */
function newSplits(
  { splits }: Input,
  stored: readonly { readonly exDate: string; readonly numerator: number; readonly denominator: number }[],
  applied: readonly AppliedSplit[],
): Split[] {
  const known = new Set(
    [
      ...stored.map((split) => ({ ex_date: split.exDate, ratio: ratioOf(split) })),
      // One that was taken away stays in the prices.
      ...applied,
    ].map(({ ex_date, ratio }) => `${ex_date} ${ratio}`),
  );
  // Another ratio is another split: its answer counts, too.
  const fresh = splits.filter(
    (split) => !split.is_in_prices && !known.has(`${split.ex_date} ${ratioOf(split)}`),
  );
  return fresh.map(({ ex_date: date, numerator, denominator }) => ({ date, numerator, denominator }));
}

/** The bars in the shares after splits that they do not include yet. */
function divided(bars: FloatColumns, splits: readonly Split[]): FloatColumns {
  const ratios = bars.date.map((date) =>
    splits.reduce((ratio, split) => (date < split.date ? ratio * ratioOf(split) : ratio), 1),
  );
  return {
    date: bars.date,
    ...mapColumns((name) =>
      bars[name].map((value, row) => {
        const ratio = ratios[row] ?? 1;
        return name === 'volume' ? value * ratio : value / ratio;
      }),
    ),
  };
}

/** The actions of a request, and the answer that has them. */
function judgeActions({ symbol, pricing, currency }: InstrumentRow, input: Input) {
  assertDistinct('dividends', input.dividends);
  assertDistinct('splits', input.splits);
  const repeats = repeatsOf(input);
  const dividends = dividendsOf(input, repeats, currency);
  const splits = input.splits
    .map(({ ex_date: date, numerator, denominator }) => ({ date, numerator, denominator }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const open = input.splits.findIndex(({ is_in_prices }) => !is_in_prices);
  if (open !== -1 && pricing !== 'entered') {
    throw fieldError(`splits[${open}].is_in_prices`, 'Computed prices include splits already');
  }
  const answer: InstrumentActions = {
    symbol,
    splits: splits.map(({ date, ...split }) => ({ ex_date: date, ...split, is_in_prices: true })),
    dividends: dividends.map(({ date, ...dividend }) => ({ ex_date: date, ...dividend })),
    repeats,
    total: splits.length + dividends.length,
  };
  return { repeats, dividends, splits, answer };
}

/**
 * Stores the splits and dividends of an own instrument of the caller: these are all there are. A split that the prices
 * do not include yet divides them once, when it is first stored.
 * @throws AppError NOT_FOUND, BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function setActions(ctx: UserContext, input: Input): Promise<InstrumentActions> {
  const instrument = await findInstrument(ctx, input.symbol);
  const { answer } = judgeActions(instrument, input);
  if (input.preview) return answer;
  await spendWrite(ctx, 1);
  await storeActions(ctx, instrument, input);
  return answer;
}

/**
 * Stores the actions of an instrument that was found.
 * @param restored splits by which the prices of a new instrument were divided before it was exported
 * @throws AppError BAD_REQUEST
 */
export async function storeActions(
  ctx: StoreContext,
  instrument: InstrumentRow,
  input: Input,
  restored: readonly AppliedSplit[] = [],
): Promise<void> {
  const { em } = ctx;
  const { repeats, dividends, splits } = judgeActions(instrument, input);
  await storeOwn(ctx, instrument.id, async (stored, stock) => {
    const storedSplits = await stockActionRepository.listSplits(em, stock.id);
    const storedDividends = await stockActionRepository.listDividends(em, stock.id);
    const { repeats: previous = [], applied_splits: applied = restored, ...terms } = stock.terms ?? {};
    const fresh = newSplits(input, storedSplits, applied);
    const bars = fresh.length === 0 ? stored : divided(stored, fresh);
    const appliedNow = [
      ...applied,
      ...fresh.map(({ date, ...split }) => ({ ex_date: date, ratio: ratioOf(split) })),
    ].slice(-maxAppliedSplits);
    const isSame = isDeepStrictEqual(
      [storedSplits, storedDividends, [...previous]],
      [
        splits.map(({ date, ...split }) => ({ exDate: date, ...split })),
        dividends.map(({ date, ...dividend }) => ({ exDate: date, ...dividend })),
        repeats,
      ],
    );
    return {
      plan: planBars(stored, bars, 'merge'),
      actions: { splits, dividends },
      isForced: !isSame,
      change(locked) {
        const isComputed = locked.pricing !== 'entered';
        locked.terms =
          repeats.length + appliedNow.length > 0 || isComputed
            ? { ...terms, repeats, applied_splits: appliedNow }
            : null;
      },
    };
  });
}
