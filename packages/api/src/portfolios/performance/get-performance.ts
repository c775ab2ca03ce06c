import { dateOfDay } from '@stockbook/common/days';
import type { PerformanceDetails, PerformanceOptions, SeriesColumns } from '@stockbook/portfolio';
import { computeInThread, type PerformanceFigures } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import type { CachedResponse, UserContext } from '../../context.ts';
import { answerFigures, assertNotAfterToday, todayOf } from '../book/find-book.ts';
import { type LoadedBook, loadBook } from '../book/load-book.ts';
import { presentSkipped, presentWarnings } from '../book/warnings.ts';
import type { Performance, performanceInput } from './schemas.ts';

/**
 * Returns the performance of a portfolio of the caller.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the period ends after today or the benchmark is not known
 */
export async function getPerformance(
  ctx: UserContext,
  input: z.output<typeof performanceInput>,
): Promise<Performance | CachedResponse> {
  const { portfolioId, since = null, until, benchmark, series, details } = input;
  assertNotAfterToday(todayOf(ctx), 'until', until);
  const request = { portfolioIds: [portfolioId], benchmark };
  return answerFigures(ctx, request, input, async () => {
    const loaded = await loadBook(ctx, request);
    const options = { since, until: until ?? null, benchmark: loaded.benchmark, series, details };
    return presentPerformance(
      await computeInThread(
        {
          name: 'performance',
          book: loaded.book,
          options: { ...options, riskFreePercent: riskFreeOf(loaded) },
        },
        ctx.user.id,
        ctx.clientSignal(),
      ),
      loaded,
    );
  });
}

/** The rate of the portfolio; of several, that of the oldest. */
export function riskFreeOf({ portfolios: [oldest] }: LoadedBook): PerformanceOptions['riskFreePercent'] {
  return Number(oldest?.riskFreePercent ?? 0);
}

/** Maps a performance to its API shape. */
export function presentPerformance(found: PerformanceFigures, loaded: LoadedBook): Performance {
  const { gain, risk, benchmark, series, details } = found;
  const symbols = found.contributions.flatMap(({ symbol }) => symbol ?? []);
  if (benchmark) symbols.push(benchmark.symbol);
  return {
    since: found.since,
    until: found.until,
    as_of: found.asOf,
    days: found.days,
    value_start: found.valueStart,
    value_end: found.valueEnd,
    inflow: found.inflow,
    outflow: found.outflow,
    gain: {
      total: gain.total,
      price: gain.price,
      dividends: gain.dividends,
      interest: gain.interest,
      fees: gain.fees,
      taxes: gain.taxes,
      currency: gain.currency,
    },
    twr: found.twr,
    twr_annual: found.twrAnnual,
    twr_problem: found.twrProblem,
    irr: found.irr,
    irr_period: found.irrPeriod,
    irr_problem: found.irrProblem,
    problems: found.problems.map(({ date, kind, amount }) => ({ date, kind, amount })),
    warnings: presentWarnings(found.warnings, loaded, symbols),
    contributions: found.contributions.map(({ symbol, gain, contribution }) => ({
      symbol,
      gain,
      contribution,
    })),
    risk: risk && {
      trading_days: risk.tradingDays,
      volatility_annual: risk.volatilityAnnual,
      sharpe_ratio: risk.sharpeRatio,
      max_drawdown: risk.maxDrawdown,
      drawdown_from: risk.drawdownFrom,
      drawdown_to: risk.drawdownTo,
      recovered_on: risk.recoveredOn,
    },
    benchmark: benchmark && {
      symbol: benchmark.symbol,
      reference_day: benchmark.referenceDay,
      value_end: benchmark.valueEnd,
      gain: benchmark.gain,
      twr: benchmark.twr,
      dividends_reinvested: benchmark.dividendsReinvested,
      problem: benchmark.problem,
      problem_date: benchmark.problemDate,
    },
    skipped: presentSkipped(found.skipped),
    ...(series === null ? {} : { series: presentSeries(series) }),
    ...(details === null ? {} : { details: presentDetails(details) }),
  };
}

function presentSeries(series: SeriesColumns): Performance['series'] {
  return Array.from(series.day, (day, row) => ({
    date: dateOfDay(day),
    value: series.value[row] ?? 0,
    invested: series.invested[row] ?? 0,
    twr: numberAt(series.twr, row),
    drawdown: series.drawdown[row] ?? 0,
    benchmark_value: numberAt(series.benchmarkValue, row),
    benchmark_twr: numberAt(series.benchmarkTwr, row),
  }));
}

function presentDetails({ years, largestDays, payments, gainOnCost }: PerformanceDetails) {
  return {
    years: years.map(({ year, twr, months }) => ({
      year,
      twr,
      months: months.map(({ month, twr }) => ({ month, twr })),
    })),
    largest_days: largestDays.map(({ valueBefore, holdings: _, ...day }) => ({
      ...day,
      value_before: valueBefore,
    })),
    payments: payments.map(({ date, amount }) => ({ date, amount })),
    gain_on_cost: gainOnCost,
  };
}

/** Null for NaN, which stands for no value. */
function numberAt(column: Float64Array, row: number): number | null {
  const value = column[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}
