import { symbolOf } from './support/bench-data.ts';
import type { LoadRequest } from './support/load.ts';
import type { Stack } from './support/stack.ts';

/** One kind of read, as many users or many stocks have it. */
export interface Read {
  /** As the table calls it. */
  readonly title: string;
  /** As the floor's path calls it. */
  readonly name: string;
  readonly status: number;
  readonly requests: readonly LoadRequest[];
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** What the first user tracks. */
export const trackedSymbols = Array.from({ length: 50 }, (_, index) => symbolOf(index + 1));

function get(path: string, token: string | undefined, headers: Record<string, string> = {}): LoadRequest {
  return {
    method: 'GET',
    path: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br', ...headers },
  };
}

/** The reads that pages are made of; each is sent once, so that what can be kept is kept. */
export async function prepareReads({ server, tokens, call, success }: Stack): Promise<Read[]> {
  const [token = ''] = tokens;
  const indicatorsOf = symbolOf(1);
  for (const ta_indicator of ['SMA', 'RSI', 'MACD']) {
    const asked = await call<{ task_id: string }>('POST', '/indicators/calculate', token, {
      stock_symbol: indicatorsOf,
      ta_indicator,
    });
    await success(`/indicators/task/${asked.task_id}`, token);
  }
  const start = new Date(Date.now() - yearMs).toISOString().slice(0, 10);
  const all = trackedSymbols.map((symbol) => get(`/stocks/${symbol}/data`, token));
  const known = await Promise.all(
    all.map(async ({ path, headers }) => {
      const response = await fetch(`${server.url}${path}`, { headers });
      await response.arrayBuffer();
      return { path, headers: { ...headers, 'if-none-match': response.headers.get('etag') ?? '' } };
    }),
  );
  const reads: Read[] = [
    {
      title: 'watch list of 50 stocks',
      name: 'list',
      status: 200,
      requests: tokens.map((each) => get('/stocks', each)),
    },
    {
      title: 'bars, 1Y',
      name: 'year',
      status: 200,
      requests: trackedSymbols.map((symbol) => get(`/stocks/${symbol}/data?start_date=${start}`, token)),
    },
    { title: 'bars, ALL', name: 'all', status: 200, requests: all },
    {
      title: 'bars, ALL, known (304)',
      name: 'known',
      status: 304,
      requests: known.map((request) => ({ method: 'GET', ...request })),
    },
    {
      title: 'three indicators',
      name: 'indicators',
      status: 200,
      requests: [get(`/indicators/${indicatorsOf}`, token)],
    },
  ];
  for (const { requests } of reads) {
    for (const { path, headers } of requests) {
      await (await fetch(`${server.url}${path}`, { headers })).arrayBuffer();
    }
  }
  return [...reads, madeAnew(token)];
}

/**
 * More different answers than there is room to keep: by the time one is asked for again it is gone. Those of another
 * `year`, before any bar, are others again.
 */
export function madeAnew(token: string, year = 1980): Read {
  const starts = Array.from({ length: 12 }, (_, day) => `${year}-01-${10 + day}`);
  const requests = starts.flatMap((start) =>
    trackedSymbols.map((symbol) => get(`/stocks/${symbol}/data?start_date=${start}`, token)),
  );
  return { title: 'bars, ALL, made anew', name: 'anew', status: 200, requests };
}
