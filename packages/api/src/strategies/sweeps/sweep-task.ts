import { dateOfDay, dayNumber } from '@stockbook/common/days';
import { priceBarRepository, sweepRepository } from '@stockbook/db';
import { type StrategyOutcome, type Summary, splitDay, summarize, sweepRows } from '@stockbook/rules';
import { AppError, notFound } from '../../errors.ts';
import type { TaskBody, TaskContext } from '../../tasks/run-task.ts';
import { type BacktestSettings, backtestSettings } from '../backtests/schemas.ts';
import { requireRunnable } from '../read-rules.ts';
import { type RunStock, simulateStocks, stocksOfRun } from '../runs/simulate-stocks.ts';
import { ranges as rangesSchema, type SweepRow } from './schemas.ts';
import { sweptStrategies } from './sweep-values.ts';

/** Job handler: runs a strategy with every combination of values and stores the rows with the end of the task. */
export const runSweepTask = (async (ctx, { sweepId }) => {
  const sweep = await sweepRepository.findOfUser(ctx.em, ctx.userId, sweepId);
  if (!sweep) throw notFound('Sweep');
  const rules = requireRunnable(sweep.rules);
  const settings = backtestSettings.parse(sweep.settings);
  const ranges = rangesSchema.parse(sweep.ranges);
  const combinations = sweepRows(ranges);
  const { stocks } = await stocksOfRun(ctx.em, ctx.userId, rules.scope);
  const splitDate = await findSplitDate(ctx, stocks, settings, sweep.outOfSamplePercent);
  const { simulated } = await simulateStocks(ctx, {
    stocks,
    settings,
    withSeries: false,
    noun: 'sweep',
    strategies: await sweptStrategies(rules, ranges, combinations),
    runs: splitDate === null ? [settings] : partsOf(settings, splitDate),
  });
  const rows = combinations.map((values, index): SweepRow => {
    const outcomes = simulated.map((stock) => stock.outcomes[index] ?? []);
    return { values, in_sample: summaryOf(outcomes, 0), out_of_sample: summaryOf(outcomes, 1) };
  });
  if (rows.every(({ in_sample, out_of_sample }) => !in_sample && !out_of_sample)) {
    throw new AppError('CONFLICT', 'None of the stocks has enough bars for this strategy');
  }
  return {
    message: `The sweep of ${rows.length} ${rows.length === 1 ? 'setting' : 'settings'} has ended`,
    result: { sweep_id: sweepId, stocks: simulated.length },
    store: (tx) => sweepRepository.saveRows(tx, sweepId, { splitDate, rows }),
  };
}) satisfies TaskBody<'run-sweep'>;

/** The summary of a part over the stocks that were not skipped in it. */
function summaryOf(outcomes: readonly StrategyOutcome[], part: number): Summary | null {
  return summarize(
    outcomes.flatMap((outcome) => {
      const run = outcome[part];
      return run && 'statistics' in run ? run.statistics : [];
    }),
  );
}

/** The first day of the last part: it divides the time from the earliest to the latest bar of all stocks. */
async function findSplitDate(
  { services: { database } }: TaskContext,
  stocks: readonly RunStock[],
  { since, until }: BacktestSettings,
  outOfSamplePercent: number,
): Promise<string | null> {
  const range = { from: since ?? undefined, to: until ?? undefined };
  const days: number[] = [];
  for (const { id } of stocks) {
    const dates = await priceBarRepository.findDates(database.fork(), id, range);
    if (dates) days.push(dayNumber(dates.first), dayNumber(dates.last));
  }
  if (days.length === 0) return null;
  const day = splitDay(Math.min(...days), Math.max(...days), outOfSamplePercent);
  return day === null ? null : dateOfDay(day);
}

function partsOf({ since, until }: BacktestSettings, splitDate: string) {
  return [
    { since, until: dateOfDay(dayNumber(splitDate) - 1) },
    { since: splitDate, until },
  ];
}
