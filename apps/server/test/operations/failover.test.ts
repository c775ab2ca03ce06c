import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil, seededRandom, startServer } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';
import { call, endOf, signUp, taskIdOf } from '../faults/support/caller.ts';
import { Ledger } from '../faults/support/ledger.ts';
import { startStack } from '../faults/support/stack.ts';
import { Writer } from '../faults/support/writer.ts';
import { startHaproxy } from './support/haproxy.ts';
import { type PostgresServer, startPrimary, startSynchronousStandby } from './support/postgres-server.ts';
import { report } from './support/report.ts';

/** Writes to wait for before the failure and after the promotion. */
const minWrites = 20;

/** How long there is no primary at least: what an operator, or Patroni, needs to notice. */
const minWithoutPrimaryMs = 3_000;

/** Limit of the time from the promotion to the first write that is acknowledged. */
const maxWithoutServiceS = 5;

const failures: Readonly<Record<string, (primary: PostgresServer) => Promise<void>>> = {
  killed: (primary) => primary.kill(),
  frozen: (primary) => primary.freeze(),
  'switched off': (primary) => primary.shutDown(),
};

/** A primary with a synchronous standby, behind HAProxy. */
async function useCluster() {
  const primary = await startPrimary();
  onTestFinished(() => primary.remove());
  const standby = await startSynchronousStandby(primary);
  onTestFinished(() => standby.remove());
  const balancer = await startHaproxy(primary, [standby]);
  onTestFinished(() => balancer.remove());
  return { primary, standby, url: balancer.url };
}

it.each(Object.keys(failures))('loses no acknowledged write when the primary is %s', async (failure) => {
  const { primary, standby, url } = await useCluster();
  const stack = await startStack(url);
  onTestFinished(() => stack.stop());
  const webs = await Promise.all([stack.start('web'), stack.start('web')]);
  await Promise.all([stack.start('worker'), stack.start('worker')]);
  const [{ url: webUrl }] = webs;

  const ledger = new Ledger();
  const writers: Writer[] = [];
  for (let number = 0; number < 4; number += 1) {
    const name = `writer${number}`;
    const random = seededRandom(number);
    const serverUrl = () => random.pick(webs).url;
    const symbols = ['LOAD1', 'LOAD2', 'LOAD3'];
    const token = await signUp(webUrl, name);
    writers.push(new Writer({ name, token, symbols, random, ledger, serverUrl }));
  }
  const probe = await startProbe(webUrl);
  const stop = new AbortController();
  const written = Promise.all(writers.map((writer) => writer.write(stop.signal)));
  // `await written` below reports the error.
  written.catch(() => stop.abort());

  const writesAfter = (count: number) =>
    pollUntil(`${minWrites} acknowledged writes`, () => ledger.writes.acknowledged >= count + minWrites, {
      timeoutMs: 60_000,
    });
  await writesAfter(0);
  const acknowledgedBefore = ledger.writes.acknowledged;
  await failures[failure]?.(primary);
  await delay(minWithoutPrimaryMs);
  await pollUntil('a write that is answered 503', () => ledger.writes.unknown > 0);
  await standby.promote();
  const promotedAt = performance.now();
  await pollUntil('an acknowledged write', () => probe.write(), { intervalMs: 50 });
  const withoutServiceS = (performance.now() - promotedAt) / 1000;
  await writesAfter(ledger.writes.acknowledged);
  stop.abort();
  await written;

  for (const writer of writers) await writer.verify();
  await probe.verify(ledger);
  const { acknowledged, unknown } = ledger.writes;
  report(
    `primary ${failure}: ${withoutServiceS.toFixed(1)} s without service after the promotion; ` +
      `${acknowledged} writes acknowledged (${acknowledgedBefore} before), ${unknown} answered 503; ` +
      `${ledger.violations.length} violations`,
  );
  expect(ledger.violations).toEqual([]);
  expect([...ledger.unanswered]).toEqual([]);
  expect(withoutServiceS).toBeLessThan(maxWithoutServiceS);
  expect(stack.processes.filter(({ hasEnded }) => hasEnded)).toEqual([]);
  expect(stack.unhandledErrors()).toEqual([]);
});

/** A user who writes numbered notes. */
async function startProbe(serverUrl: string) {
  const token = await signUp(serverUrl, 'probe');
  const added = await call(serverUrl, 'POST', '/stocks/', { token, body: { symbol: 'LOAD9' } });
  await endOf(() => serverUrl, '/stocks/tasks', taskIdOf(added) ?? '', token, 15_000);
  let sent = 0;
  let acknowledged = 0;
  return {
    /** @returns whether the write was acknowledged */
    async write(): Promise<boolean> {
      sent += 1;
      const number = sent;
      const { outcome } = await call(serverUrl, 'PATCH', '/stocks/LOAD9', {
        token,
        body: { notes: `${number}` },
      });
      if (outcome === 'acknowledged') acknowledged = number;
      return outcome === 'acknowledged';
    },
    async verify(ledger: Ledger): Promise<void> {
      const { body } = await call(serverUrl, 'GET', '/stocks/LOAD9', { token });
      ledger.check(Number(body.notes) >= acknowledged, () => `note ${acknowledged} is lost: ${body.notes}`);
    },
  };
}

it('answers writes with 503 and reads with 200 while the synchronous standby is gone', async () => {
  const { standby, url } = await useCluster();
  const server = await startServer({ env: { DATABASE_URL: url } });
  onTestFinished(() => server.kill());
  const token = await signUp(server.url, 'patient');
  await standby.kill();
  const write = await call(server.url, 'POST', '/portfolios/', { token, body: { name: 'Retirement' } });
  report(`standby killed: a write answered ${write.status} after ${write.seconds.toFixed(1)} s`);
  expect(write).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
  expect(await call(server.url, 'GET', '/stocks/', { token })).toMatchObject({ status: 200 });
});

it.each(['a.example.com,b.example.com', 'a.example.com:5432,b.example.com:5433'])(
  'refuses several hosts in DATABASE_URL with one line: %s',
  async (hosts) => {
    const start = startServer({
      env: { DATABASE_URL: `postgres://stockbook:secret@${hosts}/stockbook`, LOG_LEVEL: 'error' },
    });
    await expect(start).rejects.toThrow(
      /exited with 1 during startup\nstockbook: DATABASE_URL must name one host, which leads to the primary$/,
    );
  },
);
