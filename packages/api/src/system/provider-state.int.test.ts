import { sql, type TestQuery, useTestDatabase } from '@stockbook/db/testing';
import type { ProviderHealth } from '@stockbook/market-data';
import { describe, expect, it, vi } from 'vitest';
import { createProviderHealthStore, readProviderStatus } from './provider-state.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const minutes = (count: number) => new Date(start + count * 60_000);
const healthy: ProviderHealth = { status: 'healthy', until: null, reason: null };
const unavailable: ProviderHealth = { status: 'unavailable', until: null, reason: 'Yahoo Finance is away' };

/** Processes that share a database, and a clock that is set by hand. */
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

describe('the state of the provider', () => {
  it('heals with a good answer to any process', async () => {
    const { process, status, run, setClock } = await withProcesses();
    const [one, other] = [process(), process()];
    other.publish('prices', healthy);
    // Not the status: it is healthy before anybody has told of it, too.
    await expect.poll(async () => (await run(sql`select from provider_state`)).rows.length).toBe(1);
    one.publish('prices', unavailable);
    await expect.poll(status).toBe('unavailable');
    setClock(minutes(1));
    other.publish('prices', healthy);
    await expect.poll(status).toBe('healthy');
  });

  it('heals by itself where whoever told of a trouble is gone', async () => {
    const { process, status, setClock } = await withProcesses();
    process().publish('prices', unavailable);
    await expect.poll(status).toBe('unavailable');
    setClock(minutes(9));
    expect(await status()).toBe('unavailable');
    setClock(minutes(10));
    expect(await status()).toBe('healthy');
  });

  it('is that of the service that does worse, whichever process calls it', async () => {
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

  it('of prices is not healed by searches that go well', async () => {
    const { process, status, run } = await withProcesses();
    const one = process();
    one.publish('prices', unavailable);
    one.publish('search', healthy);
    await expect.poll(async () => (await run(sql`select from provider_state`)).rows.length).toBe(2);
    expect(await status()).toBe('unavailable');
  });

  it('stays troubled for as long as calls fail, and as one knows', async () => {
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

  it('is written once a minute, however many calls go well', async () => {
    const { process, run, setClock } = await withProcesses();
    const one = process();
    const versions = async () => {
      const { rows } = await run(sql`select xmin from provider_state`);
      return JSON.stringify(rows);
    };
    for (let call = 0; call < 100; call++) one.publish('prices', healthy);
    await expect.poll(versions).not.toBe('[]');
    const first = await versions();
    for (let call = 0; call < 100; call++) one.publish('prices', healthy);
    expect(await versions()).toBe(first);
    setClock(minutes(1));
    one.publish('prices', healthy);
    await expect.poll(versions).not.toBe(first);
  });

  it('is told again where it could not be told', async () => {
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
