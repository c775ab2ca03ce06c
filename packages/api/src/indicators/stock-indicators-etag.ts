import { calculatedIndicatorRepository } from '@stockbook/db';
import { etagFor } from '../answer-version.ts';
import { stockIndicatorsInput } from './schemas.ts';

/**
 * Covers the bars too, whose dates the response contains. The bars are read first, because the query of the indicators
 * needs the stock's id.
 */
export const stockIndicatorsEtag = etagFor(
  stockIndicatorsInput,
  async ({ versions, database }, token, { symbol }) => {
    const bars = await versions.barsEtag(token, symbol);
    if (!bars) return null;
    const indicators = await calculatedIndicatorRepository.versionOfUser(database, bars.userId, bars.stockId);
    return { ...bars, version: `${bars.version} ${indicators}` };
  },
);
