import { barRepository, type EntityManager, indicatorRepository } from '@stockbook/db';
import { IndicatorError } from '@stockbook/indicators';
import type { Log } from '../context.ts';
import { indicatorValues } from './indicator-values.ts';

const noValues = { outputs: [], values: [], dataStartDate: null, dataEndDate: null };

/**
 * Makes every indicator of a stock anew, in the transaction that changed its bars. What several users asked
 * for alike is calculated once. An indicator that cannot be made of the new bars, or by this version of the program
 * at all, is left without values: old ones would pass for current, and one user's indicator must not keep everybody's
 * bars from being stored.
 */
export async function recalculateIndicators(
  tx: EntityManager,
  stockId: number,
  now: Date,
  log: Log,
): Promise<void> {
  const indicators = await indicatorRepository.listKeysOfStock(tx, stockId);
  if (indicators.length === 0) return;
  const bars = await barRepository.readColumns(tx, stockId);
  const alike = Map.groupBy(indicators, ({ indicatorFunction, parameters }) =>
    JSON.stringify([indicatorFunction, parameters]),
  );
  for (const [first, ...others] of alike.values()) {
    if (!first) continue;
    const ids = [first, ...others].map(({ id }) => id);
    await indicatorRepository.replaceValues(
      tx,
      stockId,
      ids,
      await valuesOf(first.indicatorFunction, first.parameters),
      now,
    );
  }

  async function valuesOf(indicatorFunction: string, parameters: Record<string, number>) {
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
}
