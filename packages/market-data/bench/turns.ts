/**
 * Measures how much longer a user's add takes while 250 calls of another user and 250 scheduled refreshes wait:
 * `npm run bench:turns` in this package, against the mock server with an artificial latency.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createProvider, type MarketDataProvider } from '../src/index.ts';
import { startYahooMockServer } from '../src/testing/index.ts';

/** Approximate response time of Yahoo. */
const latencyMs = 150;
const rounds = 20;
const symbols = ['AAPL', 'MSFT', 'NVDA', 'GOOGL', 'AMZN', 'META', 'TSLA', 'WMT', 'KO', 'JNJ'];

/** The calls to the provider for adding a stock. */
async function add(provider: MarketDataProvider, symbol: string, requester?: string): Promise<void> {
  await provider.lookup(symbol, { requester });
  await provider.history(symbol, { requester });
}

async function timeOfAdds(provider: MarketDataProvider): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await add(provider, symbols[round % symbols.length] ?? '', 'another user');
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

const mock = await startYahooMockServer();
function connect(): MarketDataProvider {
  return createProvider({
    callSpacingMs: 0,
    mode: 'yahoo',
    isProduction: true,
    yahooUrl: mock.url,
    fetch: async (input, init) => {
      await delay(latencyMs);
      return fetch(input, init);
    },
  });
}

async function measure(title: string, load: (provider: MarketDataProvider) => void): Promise<number> {
  const provider = connect();
  load(provider);
  const times = await timeOfAdds(provider);
  const median = times[rounds / 2] ?? 0;
  process.stdout.write(`| ${title} | ${median.toFixed(0)} | ${(times.at(-1) ?? 0).toFixed(0)} |\n`);
  return median;
}

process.stdout.write('| an add | p50 ms | max ms |\n|---|--:|--:|\n');
const alone = await measure('alone', () => {});
const contended = await measure('beside 250 unknown symbols and 250 refreshes', (provider) => {
  for (let index = 0; index < 250; index += 1) {
    add(provider, `NOSUCH${index}`, 'one user').catch(() => {});
    provider.history(`REFRESH${index}`).catch(() => {});
  }
});
process.stdout.write(`\nRatio of the medians: ${(contended / alone).toFixed(2)}\n`);
// Drops the calls that still wait.
process.exit(0);
