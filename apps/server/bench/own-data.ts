import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { apiClient, pollUntil } from '@stockbook/testing';
import { percentile } from './support/load.ts';
import { medianOf } from './support/median.ts';
import { secretKey } from './support/notification-data.ts';
import { printReads, readWatchLists } from './support/other-reads.ts';
import { postmasterOf, processorMs, processorMsWithChildren } from './support/processor-time.ts';
import { type Stack, startStack } from './support/stack.ts';

const barCount = 20_000;

/** A user may write 60,000 bars within a minute. */
const writesOfUser = 3;
const [writers, scripts] = [12, 12];

/** Enough that they write during all rounds of reads. */
const writersBesideReads = 120;

const eveningBars = 1_000;

const limits = { storeMs: 1_000, inboxMs: 3_000, webhookMs: 25_000, readRatio: 2 };

/** A round of reads; the median of the rounds counts. */
const roundS = 10;
const rounds = 3;

const instrument = { symbol: '@LONG', name: 'Long', currency: 'EUR' };

/** Of users. */
interface Range {
  readonly from: number;
  readonly to: number;
}

const line = (text: string) => process.stdout.write(`${text}\n`);

const dayOf = (number: number) => new Date(Date.UTC(1970, 0, 1 + number)).toISOString().slice(0, 10);

/** Another content for each `version`, so that all bars change. */
function barsOf(version: number) {
  return Array.from({ length: barCount }, (_, number) => ({
    date: dayOf(number),
    open: number + version,
    high: number + version + 3,
    low: number + version - 0.5,
    close: number + version + 2,
    volume: 1_000 + number,
  }));
}

function printTimes(work: string, times: readonly number[], limitMs: number): void {
  const [p50, max] = [percentile(times, 0.5), Math.max(...times)];
  line(
    `${work}: p50 ${p50.toFixed(0)} ms, max ${max.toFixed(0)} ms of ${times.length} (limit ${limitMs.toLocaleString('en-US')} ms)`,
  );
}

/** The times in which users store 20,000 bars each, one request after the other, until `isOver`. */
async function storeBars({ server, tokens }: Stack, users: Range, isOver = () => false): Promise<number[]> {
  // Prepared: what the client computes takes a core from the server.
  const bodies = Array.from({ length: writesOfUser }, (_, version) =>
    JSON.stringify({ bars: barsOf(version + 1) }),
  );
  const times: number[] = [];
  for (const token of tokens.slice(users.from, users.to)) {
    if (isOver()) return times;
    await apiClient(server.url, token).call('POST', '/instruments', instrument);
    for (const body of bodies) {
      const startedAt = performance.now();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${server.url}/api/instruments/@LONG/bars`, {
        method: 'PUT',
        headers,
        body,
      });
      if (!response.ok) throw new Error(`PUT of the bars: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      times.push(performance.now() - startedAt);
    }
  }
  return times;
}

/** A user with an instrument, a rule on it, an indicator and a webhook. */
async function prepareScript(serverUrl: string, token: string, target: string): Promise<void> {
  const { call, runTask } = apiClient(serverUrl, token);
  const bars = Array.from({ length: eveningBars - 1 }, (_, number) => ({ date: dayOf(number), close: 90 }));
  await call('POST', '/instruments', { symbol: '@EVENING', name: 'Evening', currency: 'EUR', bars });
  await call('POST', '/signals/rules', { when: 'close crosses above sma(50)', symbol: '@EVENING' });
  await runTask('/indicators/calculate', { stock_symbol: '@EVENING', ta_indicator: 'SMA' });
  await call('POST', '/notifications/channels', { kind: 'webhook', name: 'Script', target });
  await call('PATCH', '/stocks/@EVENING', { notify_on_signals: true });
}

/** Sends the bar of the evening. @returns the milliseconds until its signal is in the inbox */
async function sendEveningBar(serverUrl: string, token: string): Promise<number> {
  const { call } = apiClient(serverUrl, token);
  const startedAt = performance.now();
  const bar = { date: dayOf(eveningBars), close: 110 };
  await call('POST', '/instruments/@EVENING/bars', { bars: [bar] });
  await pollUntil('the signal in the inbox', async () => {
    const { total } = await call<{ total: number }>('GET', '/signals?symbol=@EVENING');
    return total > 0;
  });
  return performance.now() - startedAt;
}

/** Sends the bars of the evening of all scripts at once. */
async function measureEvening({ server, tokens }: Stack) {
  const arrivals = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    const at = performance.now();
    const { data } = (await json(request)) as { data: { signals: object[] } };
    response.writeHead(204).end();
    if (data.signals.length > 0) arrivals.set(request.url ?? '', at);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  // Others than those who have written as much as they may.
  const senders = tokens.slice(-scripts);
  try {
    for (const [index, token] of senders.entries()) {
      await prepareScript(server.url, token, `http://127.0.0.1:${port}/${index}`);
    }
    const startedAt = performance.now();
    const toInbox = await Promise.all(senders.map((token) => sendEveningBar(server.url, token)));
    await pollUntil('all signals at their webhooks', () => arrivals.size === scripts, { timeoutMs: 60_000 });
    return { toInbox, toWebhook: [...arrivals.values()].map((at) => at - startedAt) };
  } finally {
    receiver.close();
  }
}

/** The p99 of the reads of others, alone and while bars are stored, and the processor times of storing. */
async function measureReads(stack: Stack, users: Range) {
  const others = stack.tokens.slice(users.to, -scripts);
  const readRounds = async () => {
    const p99s: number[] = [];
    while (p99s.length < rounds) p99s.push((await readWatchLists(stack, others, roundS)).p99);
    return medianOf(p99s);
  };
  const postmaster = await postmasterOf(stack.database);
  const processorTimes = async () => [
    await processorMs(stack.server.pid),
    await processorMsWithChildren(postmaster),
  ];
  // The first reads of a process are compiled meanwhile.
  await readWatchLists(stack, others, roundS);
  const before = await processorTimes();
  const alone = await readRounds();
  const between = await processorTimes();
  let isOver = false;
  const storing = storeBars(stack, users, () => isOver);
  const beside = await readRounds();
  isOver = true;
  const times = await storing;
  const after = await processorTimes();
  const [serverMs = 0, databaseMs = 0] = after.map((ms, index) => {
    const [earlier = 0, earliest = 0] = [between[index], before[index]];
    return (ms - earlier - (earlier - earliest)) / times.length;
  });
  return { times, alone, beside, serverMs, databaseMs };
}

/** Measures the bars of own instruments: whole histories, those of an evening, and the reads of others meanwhile. */
export async function measureOwnData(): Promise<void> {
  const stack = await startStack(200, {
    users: writers + writersBesideReads + 20 + scripts,
    env: { SECRET_KEY: secretKey, NOTIFY_ALLOW_HOSTS: '127.0.0.1' },
  });
  try {
    printTimes(
      '20,000 bars of a user stored, PUT to 200',
      await storeBars(stack, { from: 0, to: writers }),
      limits.storeMs,
    );
    const { toInbox, toWebhook } = await measureEvening(stack);
    const evening = `the thousandth evening's bar of ${scripts} scripts at once`;
    printTimes(`${evening} to the signal in the inbox`, toInbox, limits.inboxMs);
    printTimes(`${evening} to the webhook, 20 s of which are the grouping`, toWebhook, limits.webhookMs);
    const users = { from: writers, to: writers + writersBesideReads };
    const { times, alone, beside, serverMs, databaseMs } = await measureReads(stack, users);
    printTimes('20,000 bars of a user stored beside the reads', times, limits.storeMs);
    line(
      `processor time of each: server ${serverMs.toFixed(0)} ms, PostgreSQL ${databaseMs.toFixed(0)} ms, without the reads`,
    );
    printReads(alone, beside, 'the storing of 20,000 bars', limits.readRatio);
  } finally {
    await stack.stop();
  }
}
