import { minuteMs } from '@stockbook/common/durations';
import {
  createProviders,
  MarketDataError,
  type PauseStore,
  type ProviderOptions,
  type QuotePause,
} from '@stockbook/market-data';
import { timeInTimeZone } from '@stockbook/market-data/time-zone';
import type { Env } from '../env.ts';
import { sourcesOf } from '../sources.ts';
import { type Finding, ok, problem } from './finding.ts';

const timeoutMs = 10_000;

/** Beyond it, prices are dated wrongly; the `date` header has whole seconds, and the answer takes some. */
const maxClockDifferenceMs = minuteMs;

const instrument = { symbol: 'AAPL', currency: 'USD', timezone: 'America/New_York' };

const heading = 'Prices during the session';

/** Checks prices during the session by one call for each way to them, and this machine's clock by their answers. */
export async function checkQuotes(env: Env): Promise<Finding[]> {
  const mode = env.MARKET_DATA;
  if (!env.QUOTES || mode === 'csv') return [ok('quotes', `${heading}: closing prices only`)];
  if (mode === 'simulated') return [ok('quotes', `${heading}: simulated`)];
  const clock = observeClock();
  const options: ProviderOptions = {
    mode: mode === 'auto' ? 'yahoo' : mode,
    isProduction: true,
    callSpacingMs: 0,
    acceptsYahooConsent: env.YAHOO_CONSENT === 'accept',
    ...sourcesOf(env),
    fetch: clock.fetch,
  };
  const isYahoo = options.mode === 'yahoo';
  const ways = await Promise.all([
    tryWay(options, noPauses),
    ...(isYahoo ? [tryWay(options, { ...noPauses, read: async (way) => pauseOf(way) })] : []),
  ]);
  // A refused handshake leads the first call to the second way, too.
  const working = [...new Set(ways.flatMap(({ text }) => text ?? []))];
  const [reason] = ways.flatMap(({ failure }) => failure ?? []);
  const quotes =
    working.length > 0
      ? ok('quotes', `${heading}: ${working.join(' and ')}`)
      : problem('quotes', `${heading}: none (${reason ?? 'AAPL has no price'}), pages show closing prices`);
  return [quotes, ...clock.findings()];
}

const noPauses: PauseStore = {
  read: async () => null,
  write: async () => {},
  takeCalls: async () => true,
};

/** A pause of the way with cookies, so that the other one is tried. */
function pauseOf(way: string): QuotePause | null {
  return way === 'yahoo quote'
    ? { until: new Date(Date.now() + 60 * minuteMs), seconds: 0, reason: '' }
    : null;
}

async function tryWay(
  options: ProviderOptions,
  pauses: PauseStore,
): Promise<{ readonly text?: string; readonly failure?: string }> {
  const [provider] = createProviders({ ...options, pauses }).quotes;
  try {
    const batch = await provider?.quotes([instrument], { signal: AbortSignal.timeout(timeoutMs) });
    const [quote] = batch?.quotes ?? [];
    if (!batch || !quote) return {};
    const time = timeInTimeZone(quote.time.getTime(), quote.timezone);
    return { text: `by ${batch.way} (${quote.symbol} ${quote.price} at ${time})` };
  } catch (error) {
    return { failure: error instanceof MarketDataError ? error.message : 'no answer within 10 seconds' };
  }
}

/** A `fetch` that compares this machine's clock with that of the answering server. */
function observeClock() {
  let aheadMs = 0;
  return {
    fetch: (async (...request) => {
      const response = await fetch(...request);
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) aheadMs = Date.now() - date;
      return response;
    }) satisfies typeof fetch,
    findings(): Finding[] {
      if (Math.abs(aheadMs) <= maxClockDifferenceMs) return [];
      const minutes = Math.round(Math.abs(aheadMs) / minuteMs);
      const difference = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
      return [
        problem('clock', `This machine's clock is ${difference}: prices and signals are dated wrongly.`),
      ];
    },
  };
}
