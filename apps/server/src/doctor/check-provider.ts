import { createProvider, MarketDataError } from '@stockbook/market-data';
import type { Env } from '../env.ts';
import { sourcesOf } from '../sources.ts';
import { type Finding, ok, problem } from './finding.ts';

const timeoutMs = 10_000;

/** Checks the source of prices by looking up a symbol; a CSV folder and simulated prices need no network. */
export async function checkProvider(env: Env): Promise<Finding> {
  const mode = env.MARKET_DATA;
  if (mode === 'simulated') return ok('prices', 'simulated');
  if (mode === 'csv') return ok('prices', `CSV files in ${env.MARKET_DATA_CSV_DIR}`);
  const provider = createProvider({
    // `auto` would fall back to simulated prices, and hide that Yahoo refuses.
    mode: mode === 'auto' ? 'yahoo' : mode,
    isProduction: true,
    callSpacingMs: 0,
    ...sourcesOf(env),
  });
  try {
    await provider.lookup('AAPL', { signal: AbortSignal.timeout(timeoutMs) });
    return ok('prices', `${provider.mode} answers`);
  } catch (error) {
    const reason = error instanceof MarketDataError ? error.message : 'no answer within 10 seconds';
    return problem(
      'prices',
      `${provider.mode} does not answer (${reason}): check the network and HTTPS_PROXY, or set a key of a second source`,
    );
  }
}
