import { sql, type TestQuery } from '@stockbook/db/testing';
import { startYahooMockServer, type YahooMockServer } from '@stockbook/market-data/testing';
import { onTestFinished } from 'vitest';
import type { Env } from '../../src/env.ts';
import { Harness } from './harness.ts';

export interface Bar {
  date: string;
  close: number;
}

/** The program with a mock server for Yahoo, and a signed-in user. */
export async function withYahoo(
  changes: Partial<Env> = {},
  whenFinished: typeof onTestFinished = onTestFinished,
  clock?: () => Date,
) {
  const mockServer = await startYahooMockServer();
  const env: Partial<Env> = { MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url, ...changes };
  const harness = await Harness.start(env, clock);
  whenFinished(async () => {
    await harness.stop();
    await mockServer.close();
  });
  return { mockServer, harness, ...(await asUser(harness)) };
}

/** Signs a user up. @returns the user's requests */
export async function asUser(harness: Harness) {
  const { token } = await harness.signUp();
  const get = async (path: string) => (await harness.rest('GET', path, { token })).body;
  return {
    token,
    stock: async (symbol: string) => (await get(`/stocks/${symbol}`)).stock as Record<string, unknown>,
    bars: async (symbol: string) => (await get(`/stocks/${symbol}/data`)).data as Bar[],
    refresh: (symbol: string, timeoutMs?: number) => harness.refresh(token, symbol, timeoutMs),
    run: (query: TestQuery<unknown>) => query.execute(harness.services.database.fork().getKysely()),
  };
}

/** The requests for charts that the mock server has received: of one symbol or of all. */
export const chartRequests = ({ requests }: YahooMockServer, symbol?: string) =>
  requests.filter(
    ({ endpoint, subject }) => endpoint === 'chart' && (symbol === undefined || subject === symbol),
  );

/**
 * Makes the worker retry failed jobs at once.
 * @returns the sum of the delays that were skipped so far, in milliseconds
 */
export async function skipRetryDelays({ services }: Harness): Promise<() => Promise<number>> {
  const db = services.database.fork().getKysely();
  await sql`create table skipped_delay (ms float8)`.execute(db);
  await sql`
    create function skip_retry_delay() returns trigger language plpgsql as $$
      begin
        insert into skipped_delay values (1000 * extract(epoch from new.run_at - now()));
        new.run_at = now();
        perform pg_notify('jobs:insert', '');
        return new;
      end $$`.execute(db);
  await sql`
    create trigger skip_retry_delay before update on graphile_worker._private_jobs
      for each row when (new.last_error is not null and new.locked_at is null and new.run_at > now())
      execute function skip_retry_delay()`.execute(db);
  return async () => {
    const skipped = await sql<{ ms: number }>`select coalesce(sum(ms), 0) as ms from skipped_delay`.execute(
      db,
    );
    return skipped.rows[0]?.ms ?? 0;
  };
}
