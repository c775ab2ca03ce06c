import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { listen } from './listen.ts';

export interface FigiListing {
  readonly ticker: string;
  readonly exchCode: string;
}

/** A mock server of OpenFIGI's `POST /v3/mapping` without a key. */
export interface OpenFigiMockServer {
  /** The value for `OPENFIGI_URL`. */
  readonly url: string;
  /** The requested ISINs, the oldest first. */
  readonly requests: readonly string[];
  setListings(isin: string, listings: readonly FigiListing[]): void;
  /** Answers every request with this status and body, until it is called without. */
  fail(status?: number, body?: string): void;
  close(): Promise<void>;
}

const jobs = z.array(z.object({ idType: z.literal('ID_ISIN'), idValue: z.string() })).min(1);

/** Without a key: jobs per request, and requests per minute. */
const maxJobs = 5;
const maxRequests = 25;

export async function startOpenFigiMockServer(): Promise<OpenFigiMockServer> {
  const requests: string[] = [];
  const listingsByIsin = new Map<string, readonly FigiListing[]>();
  let failure: { status: number; body: string } | null = null;

  function result(isin: string): object {
    const listings = listingsByIsin.get(isin);
    if (listings === undefined) return { warning: 'No identifier found.' };
    return {
      data: listings.map((listing, index) => ({
        figi: `BBG0000000${index}`,
        name: 'A FUND',
        ...listing,
        compositeFIGI: 'BBG00000000',
        securityType: 'ETP',
        marketSector: 'Equity',
        shareClassFIGI: 'BBG001S00000',
        securityType2: 'Mutual Fund',
        securityDescription: listing.ticker,
      })),
    };
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || request.url !== '/v3/mapping') {
      response.writeHead(404).end();
      return;
    }
    const parsed = jobs.safeParse(JSON.parse(await text(request)));
    if (!parsed.success) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":"Request body must be a JSON array of mapping jobs."}');
      return;
    }
    requests.push(...parsed.data.map(({ idValue }) => idValue));
    const remaining = maxRequests - requests.length;
    const limits = {
      'ratelimit-limit': String(maxRequests),
      'ratelimit-remaining': String(Math.max(0, remaining)),
      'ratelimit-reset': '30',
    };
    if (failure !== null) response.writeHead(failure.status).end(failure.body);
    else if (remaining < 0) response.writeHead(429, limits).end('Too many requests');
    else if (parsed.data.length > maxJobs) response.writeHead(413).end('Too many jobs');
    else {
      response.writeHead(200, { 'content-type': 'application/json', ...limits });
      response.end(JSON.stringify(parsed.data.map(({ idValue }) => result(idValue))));
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(Error(String(error))));
  });
  const listening = await listen(server);

  return {
    ...listening,
    requests,
    setListings(isin, listings) {
      listingsByIsin.set(isin, listings);
    },
    fail(status, body = '') {
      failure = status === undefined ? null : { status, body };
    },
  };
}
