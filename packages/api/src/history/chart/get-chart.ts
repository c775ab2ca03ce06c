import { calculatedIndicatorRepository, type TrackedStock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { readSeries } from '../../indicators/read-series.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import { findTrackedStock } from '../../watch-list/find-tracked-stock.ts';
import { exchangeDate, readBars } from '../bars.ts';
import type { Bars } from '../schemas.ts';
import type { Chart, chartInput, StudyColumns } from './schemas.ts';

type Input = z.output<typeof chartInput>;
type StudyLine = StudyColumns['lines'][number];

/** The first day after a bar that starts on this date. */
function barEnd(date: string, interval: Input['interval']): string {
  const day = new Date(date);
  const [year, month, dayOfMonth] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  const daysToMonday = 7 - ((day.getUTCDay() + 6) % 7);
  const ends = {
    daily: Date.UTC(year, month, dayOfMonth + 1),
    weekly: Date.UTC(year, month, dayOfMonth + daysToMonday),
    monthly: Date.UTC(year, month + 1, 1),
  };
  return new Date(ends[interval]).toISOString().slice(0, 10);
}

const columns = {
  time: ({ date }) => Date.parse(date) / 1000,
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  close: ({ close }) => close,
  volume: ({ volume }) => volume,
} satisfies Partial<Record<keyof Chart, (bar: Bars['data'][number]) => number>>;

/** Writes the lines of indicators, with a value for each bar. */
async function* writeStudies(
  { em, user }: UserContext,
  stock: TrackedStock,
  { ids, interval }: Input,
  bars: readonly string[],
): AsyncGenerator<string> {
  const last = bars.at(-1);
  const end = last === undefined ? null : barEnd(last, interval);
  const indicators = await calculatedIndicatorRepository.listOfUser(em, user.id, stock.id, { ids });
  let separator = '';
  for await (const { head, outputs, values, dates, begin } of readSeries(em, user.id, stock.id, indicators)) {
    const days = lastDays(dates, bars, end);
    const length = values.length / Math.max(1, outputs.length);
    const { id, calculated_at, data_start_date } = head;
    yield `${separator}${JSON.stringify({ id, calculated_at, data_start_date }).slice(0, -1)},"lines":[`;
    separator = ',';
    for (const [line, output] of outputs.entries()) {
      await nextTurn();
      const ofLine = values.subarray(line * length, (line + 1) * length);
      const name = outputs.length === 1 ? null : output;
      const written: StudyLine = { name, values: valuesAt(days, { values: ofLine, begin }) };
      yield `${line === 0 ? '' : ','}${JSON.stringify(written)}`;
    }
    yield ']}';
  }
}

/** Writes the JSON text of `Chart`, a column at a time. */
async function* writeChart(ctx: UserContext, stock: TrackedStock, input: Input): AsyncGenerator<string> {
  const leave = await ctx.services.largeReads.enter(`${ctx.user.id} true`, ctx.requestId);
  try {
    const { symbol, interval, currency, data } = await readBars(ctx, stock, input);
    yield JSON.stringify({ symbol, interval, currency }).slice(0, -1);
    const sent = input.bars ? data : [];
    for (const [name, valueIn] of Object.entries(columns)) {
      await nextTurn();
      yield `,"${name}":${JSON.stringify(sent.map(valueIn))}`;
    }
    yield ',"studies":[';
    const dates = data.map(({ date }) => date);
    if (input.ids.length > 0) yield* writeStudies(ctx, stock, input, dates);
    yield ']}';
  } finally {
    leave();
  }
}

/**
 * The bars of a tracked stock and the lines of the caller's indicators over them, as columns.
 * @throws AppError NOT_FOUND if the caller does not track the stock, TOO_MANY_REQUESTS
 */
export async function getChart(ctx: UserContext, input: Input) {
  const stock = await findTrackedStock(ctx, input.symbol);
  const revision =
    input.ids.length === 0
      ? null
      : await calculatedIndicatorRepository.readRevision(ctx.services.database, ctx.user.id, stock.id);
  const key = [stock, revision, exchangeDate(ctx.services, stock, input.interval), input];
  return ctx.cached(key, async () => {
    const response = await OutputStream.whole(writeChart(ctx, stock, input));
    ctx.adopt(response);
    return response;
  });
}

/** One line of an indicator, with a value for each date from `begin` on. */
interface Line {
  readonly values: ArrayLike<number>;
  readonly begin: number;
}

/**
 * For each bar the index of its last day in `dates`, which are those of all daily bars.
 * @param bars the dates of the bars: days, or the first days of weeks or months
 * @param end the first date after the last bar; null if there is none
 */
export function lastDays(dates: readonly string[], bars: readonly string[], end: string | null): number[] {
  let next = 0;
  return bars.map((_, index) => {
    const limit = bars[index + 1] ?? end;
    while (next < dates.length && (limit === null || (dates[next] ?? '') < limit)) next += 1;
    return next - 1;
  });
}

/** The value of a line on the last day of each bar; null before the line begins. */
export function valuesAt(days: readonly number[], { values, begin }: Line): (number | null)[] {
  return days.map((day) => values[day - begin] ?? null);
}
