import * as z from 'zod';
import { cancelBody, readBody } from '../calls/response-body.ts';
import { parseRetryAfter } from '../calls/retry-after.ts';
import { MarketDataError } from '../provider/market-data-error.ts';
import { yahooSymbol } from './yahoo-symbol.ts';

export interface OpenFigiOptions {
  /** Base address: `https://api.openfigi.com` or a mock server. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  readonly timeoutMs: number;
}

/** The listings of an ISIN as symbols of Yahoo, without duplicates; empty if OpenFIGI does not know the ISIN. */
export type ListSymbols = (isin: string) => Promise<string[]>;

/** In messages: users have not chosen OpenFIGI. */
const service = 'OpenFIGI, which knows ISINs,';

const listing = z.object({ ticker: z.string(), exchCode: z.string() }).nullable().catch(null);

/** One result for the one job of a request: listings, or a warning that there are none. */
const mappingSchema = z.tuple([
  z.union([
    z.object({ data: z.array(listing) }),
    z.object({ warning: z.string() }).transform(() => ({ data: [] })),
  ]),
]);

/**
 * Looks up ISINs at OpenFIGI (`POST /v3/mapping`), which needs no key for 25 requests a minute.
 * @returns a function that rejects with MarketDataError `rate_limited`, `unavailable` or `bad_data`
 */
export function createOpenFigiClient({ url, fetch, clock, timeoutMs }: OpenFigiOptions): ListSymbols {
  const address = `${url.replace(/\/+$/, '')}/v3/mapping`;

  async function request(isin: string): Promise<Response> {
    try {
      return await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ idType: 'ID_ISIN', idValue: isin }]),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new MarketDataError('unavailable', `${service} cannot be reached`, { cause });
    }
  }

  return async (isin) => {
    const response = await request(isin);
    if (!response.ok) cancelBody(response);
    if (response.status === 429) {
      const reset = response.headers.get('retry-after') ?? response.headers.get('ratelimit-reset');
      throw new MarketDataError('rate_limited', `${service} is limiting requests`, {
        retryAt: parseRetryAfter(reset, clock()),
      });
    }
    if (!response.ok) {
      const message = `${service} reported an error (status ${response.status})`;
      throw new MarketDataError('unavailable', message);
    }
    const [{ data }] = await parseMapping(response);
    const symbols = data.map((found) => found && yahooSymbol(found)).filter((symbol) => symbol !== null);
    return [...new Set(symbols)];
  };
}

async function parseMapping(response: Response): Promise<z.infer<typeof mappingSchema>> {
  try {
    return mappingSchema.parse(JSON.parse(await readBody(response, service)));
  } catch (cause) {
    if (cause instanceof MarketDataError) throw cause;
    throw new MarketDataError('bad_data', `${service} sent an unreadable response`, { cause });
  }
}
