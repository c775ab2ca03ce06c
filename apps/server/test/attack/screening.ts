import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '@stockbook/testing';
import { processorMs, processorMsWithChildren } from '../../bench/support/processor-time.ts';
import { renewAccounts } from './accounts.ts';
import { type Attacker, attack } from './attacker.ts';
import type { Shape } from './largest-inputs.ts';
import type { World } from './world.ts';

/** A shape with its cost. */
export interface Screened {
  readonly shape: Shape;
  /** Used by the server and PostgreSQL for each request of the rate limit, and for the work that it starts. */
  readonly processorMs: number;
  readonly statuses: readonly number[];
}

const maxRequests = 3;
const maxMs = 300;
/** How long a task that a request has started is watched. */
const maxTaskMs = 1_000;

/** 0 if there is no response in time. */
async function statusOf(sent: ReturnType<typeof attack>): Promise<number> {
  try {
    return (await sent).status;
  } catch {
    return 0;
  }
}

/**
 * Sends each shape some times, alone, and measures what it costs.
 * @param from index of the first request
 * @returns the most expensive first
 */
export async function screen(
  world: World,
  server: ServerProcess,
  attackers: readonly Attacker[],
  shapes: readonly Shape[],
  from: number,
): Promise<Screened[]> {
  const spent = async () =>
    (await processorMs(server.pid)) + (await processorMsWithChildren(world.postmaster));
  const screened: Screened[] = [];
  let index = from;
  await renewAccounts(world);
  for (const [shapeIndex, shape] of shapes.entries()) {
    const attacker = attackers[shapeIndex % attackers.length];
    if (!attacker) throw new Error('There are no attackers');
    const ask = () => {
      index += 1;
      return statusOf(attack(server.url, attacker, shape.call, index));
    };
    const statuses = new Set<number>();
    let [before, start, requests] = [await spent(), performance.now(), 1];
    statuses.add(await ask());
    // A load repeats the request: a short first one fills caches, and does not count.
    if (shape.call.method === 'GET' && performance.now() - start < maxMs) {
      [before, start, requests] = [await spent(), performance.now(), 0];
    }
    while (requests < maxRequests && performance.now() - start < maxMs) {
      statuses.add(await ask());
      requests += 1;
    }
    const end = performance.now() + maxTaskMs;
    while (statuses.has(202) && (await world.isBusy()) && performance.now() < end) await delay(20);
    const ms = (await spent()) - before;
    screened.push({ shape, processorMs: ms / requests / shape.weight, statuses: [...statuses] });
    await (statuses.has(202) ? world.drain() : world.forgetAttempts());
  }
  return screened.sort((a, b) => b.processorMs - a.processorMs);
}
