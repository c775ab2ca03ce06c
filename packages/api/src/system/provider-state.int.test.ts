import { sql, type TestQuery, useTestDatabase } from '@stockbook/db/testing';
import type { ProviderHealth } from '@stockbook/market-data';
import { describe, expect, it, vi } from 'vitest';
import { createProviderHealthStore, readProviderStatus } from './provider-state.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const minutes = (count: number) => new Date(start + count * 60_000);
const healthy: ProviderHealth = { status: 'healthy', until: null, reason: null };
const unavailable: ProviderHealth = { status: 'unavailable', until: null, reason: 'Yahoo Finance is away' };

/** Processes that share a database and a manual clock. */
async function withProcesses() {
  const { database } = await useTestDatabase();
  let now = minutes(0);
  const warn = vi.fn();
  return {
    setClock: (to: Date) => {
      now = to;
    },
    warn,
    process: () => createProviderHealthStore(database, () => now, { info: vi.fn(), warn, error: vi.fn() }),
    status: () => readProviderStatus(database.fork(), now),
    run: (query: TestQuery<unknown>) => query.execute(database.fork().getKysely()),
  };
}

describe('provider health', () => {
  it('becomes healthy when a call of any process succeeds', async () => {
    const { process, status, run, setClock } = await withProcesses();
    const [one, other] = [process(), process()];
    other.publish('prices', healthy);
    // Wait for the row: without one, the status is healthy too.
    await expect.poll(async () => (await run(sql`select from provider_state`)).rows.length).toBe(1);
    one.publish('prices', unavailable);
    await expect.poll(status).toBe('unavailable');
    setClock(minutes(1));
    other.publish('prices', healthy);
    await expect.poll(status).toBe('healthy');
  });

  it('becomes healthy when a failure is not published again for 10 minutes', async () => {
    const { process, status, setClock } = await withProcesses();
    process().publish('prices', unavailable);
    await expect.poll(status).toBe('unavailable');
    setClock(minutes(9));
    expect(await status()).toBe('unavailable');
    setClock(minutes(10));
    expect(await status()).toBe('healthy');
  });

  it('reports the worse service when different processes call them', async () => {
    const { process, status, setClock } = await withProcesses();
    const [web, worker] = [process(), process()];
    web.publish('search', unavailable);
    await expect.poll(status).toBe('unavailable');
    worker.publish('prices', healthy);
    setClock(minutes(1));
    worker.publish('prices', { status: 'rate_limited', until: minutes(3), reason: 'too many calls' });
    await expect.poll(status).toBe('rate_limited');
    setClock(minutes(3));
    expect(await status()).toBe('unavailable');
    web.publish('search', healthy);
    await expect.poll(status).toBe('healthy');
  });

  it('stays unavailable when calls for prices fail and searches succeed', async () => {
    const { process, status, run } = await withProcesses();
    const one = process();
    one.publish('prices', unavailable);
    one.publish('search', healthy);
    await expect.poll(async () => (await run(sql`select from provider_state`)).rows.length).toBe(2);
    expect(await status()).toBe('unavailable');
  });

  it('stays unavailable while calls fail and until the published end', async () => {
    const { process, status, setClock } = await withProcesses();
    const one = process();
    one.publish('prices', unavailable);
    await expect.poll(status).toBe('unavailable');
    setClock(minutes(5));
    one.publish('prices', unavailable);
    setClock(minutes(14));
    await expect.poll(status).toBe('unavailable');
    one.publish('prices', { ...unavailable, until: minutes(20) });
    setClock(minutes(19));
    await expect.poll(status).toBe('unavailable');
    setClock(minutes(20));
    expect(await status()).toBe('healthy');
  });

  it('writes health that does not change once a minute', async () => {
    const { process, run, setClock } = await withProcesses();
    await run(sql`create table provider_write (provider text)`);
    await run(sql`
      create function record_provider_write() returns trigger language plpgsql as $$
        begin insert into provider_write values (new.provider); return new; end $$`);
    await run(sql`
      create trigger record_provider_write after insert or update on provider_state
        for each row execute function record_provider_write()`);
    const one = process();
    const countWrites = async (provider: string) =>
      (await run(sql`select from provider_write where provider = ${provider}`)).rows.length;
    /** Publishes the same health of prices 100 times. @returns how often it has been written since the start */
    const publishRepeatedly = async (searchHealth: ProviderHealth) => {
      const searchWrites = await countWrites('yahoo-search');
      for (let call = 0; call < 100; call++) one.publish('prices', healthy);
      // Written after them, as a process writes one after the other.
      one.publish('search', searchHealth);
      await expect.poll(() => countWrites('yahoo-search')).toBe(searchWrites + 1);
      return countWrites('yahoo');
    };
    expect(await publishRepeatedly(healthy)).toBe(1);
    setClock(new Date(minutes(1).getTime() - 1));
    expect(await publishRepeatedly(unavailable)).toBe(1);
    setClock(minutes(1));
    expect(await publishRepeatedly(healthy)).toBe(2);
  });

  it('publishes health again when publishing failed', async () => {
    const { process, status, run, warn } = await withProcesses();
    const one = process();
    await run(sql`alter table provider_state rename to hidden`);
    one.publish('prices', unavailable);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    await run(sql`alter table hidden rename to provider_state`);
    one.publish('prices', unavailable);
    await expect.poll(status).toBe('unavailable');
  });
});
