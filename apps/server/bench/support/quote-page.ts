import { setTimeout as delay } from 'node:timers/promises';

/** Like the web client (`apps/web/src/lib/quotes`), in milliseconds. */
const afterDueMs = 2_000;
const spreadMs = 3_000;
const minWaitMs = 10_000;
const firstPriceWaitMs = 3_000;
const maxWaitMs = 5 * 60_000;

interface Answer {
  readonly quotes: readonly object[];
  readonly next_at: string | null;
}

interface Page {
  readonly token: string;
  readonly symbols: readonly string[];
  /** Called with each request. */
  readonly onRequest: () => void;
}

/** A page of the web client that shows prices, until `signal` is aborted. */
export async function showPrices(
  url: string,
  { token, symbols, onRequest }: Page,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    onRequest();
    const response = await fetch(`${url}/api/quotes?symbols=${symbols.join(',')}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
    });
    if (response.status !== 200) throw new Error(`Quotes: status ${response.status}`);
    const { quotes, next_at }: Answer = JSON.parse(await response.text());
    await delay(waitMs(quotes.length < symbols.length, next_at), undefined, { signal }).catch(() => {});
  }
}

function waitMs(lacksPrices: boolean, nextAt: string | null): number {
  const random = Math.random() * spreadMs;
  if (lacksPrices) return firstPriceWaitMs + random;
  const untilDue = nextAt === null ? maxWaitMs : Date.parse(nextAt) - Date.now() + afterDueMs;
  return Math.min(maxWaitMs, Math.max(minWaitMs, untilDue + random));
}
