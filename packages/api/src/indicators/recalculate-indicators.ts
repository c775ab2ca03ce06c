import {
  type BarColumns,
  calculatedIndicatorRepository,
  type FloatColumns,
  type IndicatorValues,
  priceBarRepository,
  valueColumns,
} from '@stockbook/db';
import { IndicatorError } from '@stockbook/indicators';
import type { CreateBarsListener } from '../bars-listener.ts';
import { indicatorValues } from './read-indicators.ts';

/**
 * Memory for values that are calculated before the stock is locked: some hundred indicators of a long history. Further
 * ones are calculated under the lock.
 */
const maxPreparedBytes = 64 * 1024 * 1024;

const noValues: IndicatorValues = { outputs: [], values: [], dataStartDate: null, dataEndDate: null };

type Calculation = Pick<
  Awaited<ReturnType<typeof calculatedIndicatorRepository.listKeysOfStock>>[number],
  'id' | 'indicatorFunction' | 'parameters'
>;

/** Groups equal calculations of different users, so that each is done once. */
function groupEqual(indicators: readonly Calculation[]): Map<string, Calculation[]> {
  return Map.groupBy(indicators, ({ indicatorFunction, parameters }) =>
    JSON.stringify([indicatorFunction, parameters]),
  );
}

/**
 * Recalculates all indicators of a stock, those that were added since they were prepared under the lock. An indicator
 * that cannot be calculated, from these bars or by this program version, loses its values: old values would look
 * current, and failing would prevent the bars of all users from being stored.
 */
export const recalculateIndicators: CreateBarsListener = (newBars, { log }) => {
  const { stockId } = newBars;
  const prepared = new Map<string, IndicatorValues>();

  async function calculate(
    { indicatorFunction, parameters }: Calculation,
    bars: FloatColumns,
  ): Promise<IndicatorValues> {
    try {
      return await indicatorValues(indicatorFunction, parameters, bars);
    } catch (error) {
      if (!(error instanceof IndicatorError)) throw error;
      const { code, message: reason } = error;
      log.warn(
        { stockId, indicatorFunction, parameters, code, reason },
        'an indicator could not be calculated',
      );
      return noValues;
    }
  }

  return {
    async prepare(em) {
      const groups = groupEqual(await calculatedIndicatorRepository.listKeysOfStock(em, stockId));
      if (groups.size === 0) return;
      const bars = await newBars.after();
      if (areSameBars(await newBars.before(), bars)) return;
      let bytes = 0;
      for (const [key, [first]] of groups) {
        if (!first) continue;
        const result = await calculate(first, bars);
        bytes += result.values.length * Float64Array.BYTES_PER_ELEMENT;
        if (bytes > maxPreparedBytes) return;
        prepared.set(key, result);
      }
    },
    async write(tx, { haveChanged, now }) {
      const written = { signalCount: 0, isComplete: true };
      if (!haveChanged) return written;
      const groups = groupEqual(await calculatedIndicatorRepository.listKeysOfStock(tx, stockId));
      const isPrepared = [...groups.keys()].every((key) => prepared.has(key));
      const bars = isPrepared ? null : await priceBarRepository.readColumns(tx, stockId);
      const replacements = calculatedIndicatorRepository.replacements(tx, stockId, now);
      for (const [key, group] of groups) {
        const [first] = group;
        const values = prepared.get(key) ?? (first && bars && (await calculate(first, bars)));
        if (!values) continue;
        await replacements.add(
          group.map(({ id }) => id),
          values,
        );
      }
      await replacements.flush();
      return written;
    },
  };
};

export function areSameBars(a: BarColumns, b: BarColumns): boolean {
  return (
    a.date.length === b.date.length &&
    a.date.every(
      (date, row) =>
        date === b.date[row] && valueColumns.every((column) => a[column][row] === b[column][row]),
    )
  );
}
