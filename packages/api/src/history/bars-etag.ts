import { etagFor } from '../answer-version.ts';
import { barsInput } from '../stocks/schemas.ts';
import { exchangeToday } from './bar-period.ts';

/** Weeks and months become complete as time passes, without a new bar: their version names the day. */
export const versionOfBars = etagFor(barsInput, async ({ versions, clock }, bearer, { symbol, interval }) => {
  const bars = await versions.barsEtag(bearer, symbol);
  if (!bars || interval === 'daily') return bars;
  return { ...bars, version: `${bars.version} ${exchangeToday(bars.timezone, clock())}` };
});
