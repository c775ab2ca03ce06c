import { etagFor } from '../answer-version.ts';
import { exchangeToday } from './bar-period.ts';
import { barsInput } from './schemas.ts';

/** Weekly and monthly bars become complete without a new daily bar, so their version includes the day. */
export const barsEtag = etagFor(barsInput, async ({ versions, clock }, token, { symbol, interval }) => {
  const bars = await versions.barsEtag(token, symbol);
  if (!bars || interval === 'daily') return bars;
  return { ...bars, version: `${bars.version} ${exchangeToday(bars.timezone, clock())}` };
});
