import {
  type BarColumns,
  calculatedIndicatorRepository,
  type EntityManager,
  type IndicatorValues,
  priceBarRepository,
} from '@stockbook/db';
import { IndicatorError } from '@stockbook/indicators';
import type { Log } from '../context.ts';
import { indicatorValues } from './indicator-values.ts';

/**
 * Values that are calculated before the stock is locked take this much memory at most; any further ones are calculated
 * under the lock. Some hundred indicators of a long history fit in.
 */
const maxPreparedBytes = 64 * 1024 * 1024;

const noValues: IndicatorValues = { outputs: [], values: [], dataStartDate: null, dataEndDate: null };

type Calculation = Pick<
  Awaited<ReturnType<typeof calculatedIndicatorRepository.listKeysOfStock>>[number],
  'id' | 'indicatorFunction' | 'parameters'
>;

/** The recalculation of a stock's indicators from bars that are about to be stored. */
export interface Recalculation {
  /**
   * Calculates before the stock is locked.
   * @param barsAfter the bars that will be stored, given those that are; null if they stay the same
   */
  prepare(em: EntityManager, barsAfter: (stored: BarColumns) => BarColumns | null): Promise<void>;
  /**
   * Replaces the values of all indicators, in the transaction that has stored the bars. What was not prepared, such as
   * an indicator that was added meanwhile, is calculated here.
   */
  write(tx: EntityManager, now: Date): Promise<void>;
}

/** What several users asked for alike is calculated once. */
function groupAlike(indicators: readonly Calculation[]): Map<string, Calculation[]> {
  return Map.groupBy(indicators, ({ indicatorFunction, parameters }) =>
    JSON.stringify([indicatorFunction, parameters]),
  );
}

/**
 * Recalculates every indicator of a stock. One that cannot be calculated from the new bars, or by this version of the
 * program at all, is left without values: old ones would pass for current, and one user's indicator must not keep
 * everybody's bars from being stored.
 */
export function recalculation(stockId: number, log: Log): Recalculation {
  const prepared = new Map<string, IndicatorValues>();

  async function calculate(
    { indicatorFunction, parameters }: Calculation,
    bars: BarColumns,
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
    async prepare(em, barsAfter) {
      const groups = groupAlike(await calculatedIndicatorRepository.listKeysOfStock(em, stockId));
      if (groups.size === 0) return;
      const bars = barsAfter(await priceBarRepository.readColumns(em, stockId));
      if (bars === null) return;
      let bytes = 0;
      for (const [key, [first]] of groups) {
        if (!first) continue;
        const result = await calculate(first, bars);
        bytes += result.values.length * Float64Array.BYTES_PER_ELEMENT;
        if (bytes > maxPreparedBytes) return;
        prepared.set(key, result);
      }
    },
    async write(tx, now) {
      const groups = groupAlike(await calculatedIndicatorRepository.listKeysOfStock(tx, stockId));
      const isPrepared = [...groups.keys()].every((key) => prepared.has(key));
      const bars = isPrepared ? null : await priceBarRepository.readColumns(tx, stockId);
      const replacements = calculatedIndicatorRepository.replacements(tx, stockId, now);
      for (const [key, alike] of groups) {
        const [first] = alike;
        const values = prepared.get(key) ?? (first && bars && (await calculate(first, bars)));
        if (!values) continue;
        await replacements.add(
          alike.map(({ id }) => id),
          values,
        );
      }
      await replacements.flush();
    },
  };
}
