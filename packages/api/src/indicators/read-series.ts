import {
  type CalculationTarget,
  calculatedIndicatorRepository,
  type EntityManager,
  type FloatColumns,
  type IndicatorRow,
  priceBarRepository,
} from '@stockbook/db';
import { cachePerDatabase } from '../cache-per-database.ts';
import type { ActorContext } from '../context.ts';
import type { CalculatedIndicator } from './schemas.ts';

/** About 5 MB of JSON. A larger response is streamed. */
const maxBufferedValues = 100_000;

/** Lines read per query: about 1 MB of values for a usual history. */
const maxLinesPerQuery = 10;

export interface Series {
  readonly head: Omit<CalculatedIndicator, 'data'>;
  readonly outputs: readonly string[];
  /** The lines one after the other, all of the same length. */
  readonly values: Float64Array;
  /** Dates of all bars of the stock. */
  readonly dates: readonly string[];
  /** Index in `dates` of the first value. */
  readonly begin: number;
}

export function presentIndicator(indicator: IndicatorRow): Omit<CalculatedIndicator, 'data'> {
  return {
    id: indicator.id,
    indicator_name: indicator.indicatorName,
    indicator_function: indicator.indicatorFunction,
    calculated_at: indicator.calculatedAt.toISOString(),
    data_start_date: indicator.dataStartDate,
    data_end_date: indicator.dataEndDate,
    parameters: indicator.parameters,
  };
}

const countLines = (indicators: readonly IndicatorRow[]) =>
  indicators.reduce((lines, { outputs }) => lines + outputs.length, 0);

/** Whether the values of some indicators are few enough for a response in one piece. */
export function isSmall(indicators: readonly IndicatorRow[], barCount: number): boolean {
  return countLines(indicators) * barCount <= maxBufferedValues;
}

/** Splits indicators into groups of at most `maxLinesPerQuery` lines; an indicator with more has its own group. */
function groupForQueries(indicators: readonly IndicatorRow[]): IndicatorRow[][] {
  const groups: IndicatorRow[][] = [];
  for (const indicator of indicators) {
    const group = groups.at(-1);
    if (group && countLines([...group, indicator]) <= maxLinesPerQuery) group.push(indicator);
    else groups.push([indicator]);
  }
  return groups;
}

/** Reads indicators with their values, group by group. Omits an indicator that was deleted meanwhile. */
export async function* readSeries(
  em: EntityManager,
  userId: string,
  stockId: number,
  indicators: readonly IndicatorRow[],
): AsyncGenerator<Series> {
  for (const group of groupForQueries(indicators)) {
    const ids = group.map(({ id }) => id);
    const found = await calculatedIndicatorRepository.listWithValues(em, userId, stockId, ids);
    for (const indicator of found.indicators) {
      const { outputs, values, dataStartDate } = indicator;
      const begin = dataStartDate === null ? 0 : found.dates.indexOf(dataStartDate);
      yield { head: presentIndicator(indicator), outputs, values, dates: found.dates, begin };
    }
  }
}

/** Of all stocks together, for each process: some 35 whole histories. */
const maxKeptBytes = 16 * 1024 * 1024;

/** Five floats, and a reference to the date, which histories share. */
const bytesPerBar = 6 * Float64Array.BYTES_PER_ELEMENT;

const keptBy = cachePerDatabase<FloatColumns>(maxKeptBytes, ({ date }) => (date.length + 1) * bytesPerBar);

/**
 * All bars of a stock, read once for each of its revisions: a user calculates one indicator of a stock after the other.
 * @param target its revision as it was read before this call: the bars are of this revision or a later one
 */
export async function readKeptBars(
  { em, services: { database } }: Pick<ActorContext<'database'>, 'em' | 'services'>,
  { stockId, barsRevision }: Pick<CalculationTarget, 'stockId' | 'barsRevision'>,
): Promise<FloatColumns> {
  const cache = keptBy(database);
  const key = `${stockId}:${barsRevision}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const bars = await priceBarRepository.readColumns(em, stockId);
  cache.set(key, bars);
  return bars;
}
