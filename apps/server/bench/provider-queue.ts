import { seededRandom } from '@stockbook/testing';
import { percentile } from './support/load.ts';

/** `YAHOO_CALL_SPACING_MS`: the least time between calls of the whole installation. */
const callMs = 300;
const dayMs = 24 * 60 * 60 * 1000;
const seed = 40;

/** Each user adds so many stocks of sources a day; tracked ones need no call. */
const addsPerUser = 0.2;
const stocksPerUser = 20;
/** Stocks, funds and pairs that a source may have. The share of a stock falls with its rank, as in a Zipf law. */
const listedStocks = 60_000;

/** The sum of the shares of all stocks. */
const harmonic = Array.from({ length: listedStocks }, (_, rank) => 1 / (rank + 1)).reduce((a, b) => a + b);

/** The expected number of stocks that any of the users tracks. */
function trackedStocks(users: number): number {
  const links = users * stocksPerUser;
  let tracked = 0;
  for (let rank = 1; rank <= listedStocks; rank += 1) tracked += 1 - Math.exp(-links / (rank * harmonic));
  return Math.round(tracked);
}

/**
 * Simulates a day of calls to a source that answers one call at a time: after the close, each tracked stock needs one;
 * the stocks that users add come first, at random times.
 */
function simulateDay(users: number) {
  const random = seededRandom(seed);
  const stocks = trackedStocks(users);
  // The next user's stock is new to the installation as often as a stock of that rank is untracked.
  const links = users * stocksPerUser;
  let newShare = 0;
  for (let rank = 1; rank <= listedStocks; rank += 1) {
    const share = 1 / (rank * harmonic);
    newShare += share * Math.exp(-links * share);
  }
  const adds: number[] = [];
  const meanGapMs = dayMs / (users * addsPerUser * newShare);
  for (let at = 0; ; ) {
    at += -Math.log(1 - random.next()) * meanGapMs;
    if (at >= dayMs) break;
    adds.push(at);
  }
  const delays: number[] = [];
  let freeAt = 0;
  let refreshes = stocks;
  let refreshedAt: number | null = stocks === 0 ? 0 : null;
  for (const at of adds) {
    while (refreshes > 0 && freeAt <= at) {
      freeAt += callMs;
      refreshes -= 1;
      if (refreshes === 0) refreshedAt = freeAt;
    }
    const start = Math.max(freeAt, at);
    delays.push(start - at);
    freeAt = start + callMs;
  }
  refreshedAt ??= freeAt + refreshes * callMs;
  return { stocks, adds: adds.length, nightMs: refreshedAt, delays, calls: stocks + adds.length };
}

/** Prints what queues at a source for numbers of users. */
export function simulateProviderQueue(): void {
  process.stdout.write(
    `seed ${seed}; a call each ${callMs} ms, at most ${Math.floor(dayMs / callMs).toLocaleString('en-US')} a day\n\n` +
      '| users | tracked stocks | new stocks a day | calls a day | of the possible | refresh of all | p50 delay of an add | p99 |\n' +
      '|--:|--:|--:|--:|--:|--:|--:|--:|\n',
  );
  for (const users of [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]) {
    const { stocks, adds, nightMs, delays, calls } = simulateDay(users);
    const percent = (calls / (dayMs / callMs)) * 100;
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(delays, share) / 1000);
    process.stdout.write(
      `| ${users.toLocaleString('en-US')} | ${stocks.toLocaleString('en-US')} | ${adds.toLocaleString('en-US')} ` +
        `| ${calls.toLocaleString('en-US')} | ${percent.toFixed(1)} % | ${(nightMs / 3_600_000).toFixed(2)} h ` +
        `| ${p50?.toFixed(2)} s | ${p99?.toFixed(2)} s |\n`,
    );
  }
}
