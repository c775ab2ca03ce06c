import { apiClient } from '@stockbook/testing';
import { symbolOf } from './support/bench-data.ts';
import type { LoadRequest } from './support/load.ts';
import type { Stack } from './support/stack.ts';

/** One kind of read, with a request for each of many users or stocks. */
export interface Read {
  /** The title of the table's row. */
  readonly title: string;
  /** The path of the floor. */
  readonly name: string;
  readonly status: number;
  readonly requests: readonly LoadRequest[];
}

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The watch list of the first user of a `Stack`. */
const trackedSymbols = Array.from({ length: 50 }, (_, index) => symbolOf(index + 1));

/** A server with users who have a watch list and a list each. */
interface ReadSource extends Pick<Stack, 'runTask' | 'tokens'> {
  readonly server: Pick<Stack['server'], 'url'>;
}

function get(path: string, token: string | undefined, headers: Record<string, string> = {}): LoadRequest {
  return {
    method: 'GET',
    path: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br', ...headers },
  };
}

/** The id of a user's list. */
async function listOf(url: string, token: string): Promise<string> {
  const { lists } = await apiClient(url, token).call<{ lists: { id: string }[] }>('GET', '/lists');
  const [list] = lists;
  if (!list) throw new Error('A user has no list');
  return list.id;
}

/**
 * The reads of the web client's pages; each request is sent once to fill the response cache.
 * @param symbols the watch list of the first user
 */
export async function prepareReads(
  { server, tokens, runTask }: ReadSource,
  symbols: readonly string[] = trackedSymbols,
): Promise<Read[]> {
  const [token = ''] = tokens;
  const [indicatorsOf = ''] = symbols;
  for (const ta_indicator of ['SMA', 'RSI', 'MACD']) {
    await runTask(token, '/indicators/calculate', { stock_symbol: indicatorsOf, ta_indicator });
  }
  const start = new Date(Date.now() - yearMs).toISOString().slice(0, 10);
  const all = symbols.map((symbol) => get(`/stocks/${symbol}/data`, token));
  const conditional: LoadRequest[] = [];
  // One after the other: on a busy machine, fifty histories at once exceed the time-outs of the database.
  for (const request of all) {
    const response = await fetch(`${server.url}${request.path}`, { headers: request.headers });
    await response.arrayBuffer();
    const etag = response.headers.get('etag');
    if (etag === null) throw new Error(`${request.path} has no ETag: status ${response.status}`);
    conditional.push({ ...request, headers: { ...request.headers, 'if-none-match': etag } });
  }
  const reads: Read[] = [
    {
      title: 'watch list of 50 stocks',
      name: 'list',
      status: 200,
      requests: tokens.map((each) => get('/stocks', each)),
    },
    {
      title: 'list of 50 stocks',
      name: 'one-list',
      status: 200,
      requests: await Promise.all(
        tokens.map(async (each) => get(`/stocks?list_id=${await listOf(server.url, each)}`, each)),
      ),
    },
    {
      title: 'bars, 1Y',
      name: 'year',
      status: 200,
      requests: symbols.map((symbol) => get(`/stocks/${symbol}/data?start_date=${start}`, token)),
    },
    { title: 'bars, ALL', name: 'all', status: 200, requests: all },
    {
      title: 'bars, ALL, not modified (304)',
      name: 'not-modified',
      status: 304,
      requests: conditional,
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
  return [...reads, uncachedRead(token)];
}

/**
 * More different responses than the cache holds, so that each is evicted before it is requested again. Every `year`,
 * before the first bar, results in different requests.
 */
export function uncachedRead(token: string, year = 1980): Read {
  const starts = Array.from({ length: 12 }, (_, day) => `${year}-01-${10 + day}`);
  const requests = starts.flatMap((start) =>
    trackedSymbols.map((symbol) => get(`/stocks/${symbol}/data?start_date=${start}`, token)),
  );
  return { title: 'bars, ALL, not cached', name: 'uncached', status: 200, requests };
}
