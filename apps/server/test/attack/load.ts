import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Attacker, attack } from './attacker.ts';
import type { Call } from './send.ts';

export interface Load {
  readonly url: string;
  readonly attackers: readonly Attacker[];
  readonly call: Call;
  /** Requests of all attackers together. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Index of the first request. */
  readonly from: number;
}

export interface LoadResult {
  /** Number of responses by status; broken connections by their error. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Responses with a status of 5xx, except for 503 with `retry-after`. */
  readonly defects: readonly string[];
  /** The least that is left of an attacker's requests of the minute. */
  readonly remaining: number;
}

/** How long active requests may take after the load: what is sent later belongs to the next one. */
const graceMs = 3_000;

/** Sends requests at a steady rate, whether or not the earlier ones have been answered. */
async function apply({ url, attackers, call, perSecond, seconds, from }: Load): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const defects: string[] = [];
  let remaining = Number.POSITIVE_INFINITY;
  const active = new Set<Promise<void>>();
  const giveUp = new AbortController();
  const count = (key: string) => {
    statuses[key] = (statuses[key] ?? 0) + 1;
  };
  const sendOne = async (attacker: Attacker, index: number) => {
    try {
      const { status, headers, body } = await attack(url, attacker, call, index, giveUp.signal);
      count(String(status));
      remaining = Math.min(remaining, Number(headers['ratelimit-remaining'] ?? remaining));
      if (status >= 500 && !(status === 503 && headers['retry-after'])) {
        defects.push(`${status} ${body.toString().slice(0, 200)}`);
      }
    } catch (error) {
      if (giveUp.signal.aborted) return;
      count(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
  };
  const start = performance.now();
  const total = Math.max(attackers.length, Math.round(seconds * perSecond));
  for (let index = 0; index < total; index += 1) {
    const wait = start + (index * seconds * 1000) / total - performance.now();
    if (wait > 0) await delay(wait);
    const attacker = attackers[index % attackers.length];
    if (!attacker) continue;
    const sent = sendOne(attacker, from + Math.floor(index / attackers.length));
    active.add(sent);
    void sent.finally(() => active.delete(sent));
  }
  await Promise.race([Promise.all(active), delay(graceMs)]);
  if (active.size > 0) statuses['no response yet'] = active.size;
  giveUp.abort();
  await Promise.all(active);
  return { statuses, defects, remaining };
}

if (!isMainThread) {
  parentPort?.on('message', async (load: Load) => parentPort?.postMessage(await apply(load)));
}

/** A thread that sends requests, so that the measurements of this one are not delayed. */
export function startLoadThread() {
  const thread = new Worker(new URL(import.meta.url));
  return {
    async put(load: Load): Promise<LoadResult> {
      thread.postMessage(load);
      const [result] = await once(thread, 'message');
      return result;
    },
    stop: () => thread.terminate(),
  };
}
