import { calculatedIndicatorRepository, type TrackedStock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import { findTrackedStock } from '../../watch-list/find-tracked-stock.ts';
import { exchangeDate, readBars } from '../bars/read-bars.ts';
import type { Chart, chartInput } from './schemas.ts';
import { lastDays, valuesAt } from './study-lines.ts';

type Input = z.output<typeof chartInput>;

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

/** The lines of indicators, with a value for each bar. */
async function readStudies(
  { em, user }: UserContext,
  stock: TrackedStock,
  { ids, interval }: Input,
  bars: readonly string[],
): Promise<Chart['studies']> {
  if (ids.length === 0) return [];
  const { dates, indicators } = await calculatedIndicatorRepository.listWithValues(
    em,
    user.id,
    stock.id,
    ids,
  );
  const last = bars.at(-1);
  const days = lastDays(dates, bars, last === undefined ? null : barEnd(last, interval));
  return indicators.map(({ id, calculatedAt, outputs, values, dataStartDate }) => {
    const length = outputs.length === 0 ? 0 : values.length / outputs.length;
    const begin = dataStartDate === null ? dates.length : dates.indexOf(dataStartDate);
    return {
      id,
      calculated_at: calculatedAt.toISOString(),
      data_start_date: dataStartDate,
      lines: outputs.map((name, line) => ({
        name: outputs.length === 1 ? null : name,
        values: valuesAt(days, { values: values.subarray(line * length, (line + 1) * length), begin }),
      })),
    };
  });
}

async function* writeChart(ctx: UserContext, stock: TrackedStock, input: Input): AsyncGenerator<string> {
  const leave = await ctx.largeReads.enter(`${ctx.user.id} true`, ctx.requestId);
  try {
    const { symbol, interval, currency, data } = await readBars(ctx, stock, input);
    const studies = await readStudies(
      ctx,
      stock,
      input,
      data.map(({ date }) => date),
    );
    const sent = input.bars ? data : [];
    const chart: Chart = {
      symbol,
      interval,
      currency,
      time: sent.map(({ date }) => Date.parse(date) / 1000),
      open: sent.map(({ open }) => open),
      high: sent.map(({ high }) => high),
      low: sent.map(({ low }) => low),
      close: sent.map(({ close }) => close),
      volume: sent.map(({ volume }) => volume),
      studies,
    };
    yield JSON.stringify(chart);
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
      : await calculatedIndicatorRepository.readRevision(ctx.database, ctx.user.id, stock.id);
  const key = [stock, revision, exchangeDate(ctx, stock, input.interval), input];
  return ctx.cached(key, async () => {
    const response = await OutputStream.whole(writeChart(ctx, stock, input));
    ctx.adopt(response);
    return response;
  });
}
