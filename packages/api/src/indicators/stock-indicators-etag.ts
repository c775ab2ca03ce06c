import { calculatedIndicatorRepository } from '@stockbook/db';
import { etagFor } from '../answer-version.ts';
import { stockIndicatorsInput } from './schemas.ts';

/** Of the bars, whose dates are joined, too. Indicators are kept with their stock, whose id has to be known first. */
export const versionOfStockIndicators = etagFor(
  stockIndicatorsInput,
  async ({ versions, database }, bearer, { symbol }) => {
    const bars = await versions.barsEtag(bearer, symbol);
    if (!bars) return null;
    const indicators = await calculatedIndicatorRepository.versionOfUser(database, bars.userId, bars.stockId);
    return { ...bars, version: `${bars.version} ${indicators}` };
  },
);
