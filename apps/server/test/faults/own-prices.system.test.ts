import { type Database, openDatabase } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { expect, it } from 'vitest';
import { call, signUp } from './support/caller.ts';
import { useOwnStack } from './support/own-stack.ts';

const count = 20_000;
const bars = Array.from({ length: count }, (_, index) => ({
  date: new Date(Date.UTC(1970, 0, 1 + index)).toISOString().slice(0, 10),
  ...{ open: 1 + index, high: 3 + index, low: 0.5 + index, close: 2 + index, volume: index },
}));
const first = { date: '2026-01-02', close: 7 };

/** Queries of the server while it stores prices. */
const instants = {
  'while it inserts them': '%price_bar%',
  'while it changes the instrument': '%update%stock%',
};

async function isRunning(database: Database, pattern: string): Promise<boolean> {
  const { rows } = await sql<{ isRunning: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and xact_start is not null and query ilike ${pattern} and query not ilike '%select%from price_bar%'
    ) as "isRunning"
  `.execute(database.fork().getKysely());
  return rows[0]?.isRunning ?? false;
}

it.concurrent.for(Object.entries(instants))(
  'stores all of 20,000 own prices or none if the server is killed %s',
  async ([, pattern], { onTestFinished }) => {
    const { start, url } = await useOwnStack(onTestFinished);
    const database = openDatabase({ url, poolSize: 2, warn: () => {} });
    onTestFinished(() => database.close());
    const doomed = await start('web', {});
    const token = await signUp(doomed.url, 'owner');
    const instrument = { symbol: '@LONG', name: 'Long', currency: 'EUR', bars: [first] };
    const created = await call(doomed.url, 'POST', '/instruments', { token, body: instrument });
    expect(created.status).toBe(201);

    let hasEnded = false;
    const sent = call(doomed.url, 'PUT', '/instruments/@LONG/bars', { token, body: { bars } }).then(
      (reply) => {
        hasEnded = true;
        return reply;
      },
    );
    await pollUntil('the instant', async () => hasEnded || (await isRunning(database, pattern)), {
      timeoutMs: 30_000,
      intervalMs: 2,
    });
    await doomed.kill();
    const { outcome } = await sent;

    const next = await start('web', {});
    const read = async () => (await call(next.url, 'GET', '/stocks/@LONG/data', { token })).body.data;
    const stored = await read();
    expect(stored).toBeOneOf([[expect.objectContaining(first)], bars]);
    if (outcome === 'acknowledged') expect(stored).toEqual(bars);
    const again = await call(next.url, 'PUT', '/instruments/@LONG/bars', { token, body: { bars } });
    expect(again).toMatchObject({ status: 200 });
    expect(await read()).toEqual(bars);
  },
);
