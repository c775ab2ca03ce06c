import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil, type ServerProcess } from '@stockbook/testing';
import { memoryOf } from '../../bench/support/stack.ts';
import { attackersTogether, renewAccounts } from './accounts.ts';
import type { Attacker } from './attacker.ts';
import type { Shape } from './largest-inputs.ts';
import { type LoadResult, startLoadThread } from './load.ts';
import { createOtherUsers, type Experience, measures, type OtherUser, p99 } from './other-users.ts';
import type { World } from './world.ts';

/** The bound: the 99th percentile is at most twice that without the attack, and half a second. */
const factor = 2;
const allowanceMs = 500;

const aloneSeconds = 1.5;
const attackSeconds = 3;

/** Requests of an attacker within a minute. */
export const requestsPerMinute = 600;

/** More than what is left of a minute after a load at the limit of the rate. */
const requestsOfLoad = (attackSeconds * requestsPerMinute) / 60;
const minuteMs = 61_000;

/** Repetitions of a load that exceeded the bound: other work on the machine exceeds it by chance, an attack always. */
const repetitions = 2;

/** A call that is made at the limit of the rate. */
export interface Attack {
  readonly operation: string;
  readonly shape: Shape;
  /** Of one request, alone. */
  readonly processorMs: number;
}

type Percentiles = Readonly<Record<(typeof measures)[number], number>>;

export interface Outcome extends Attack, Pick<LoadResult, 'statuses' | 'defects'> {
  readonly alone: Percentiles;
  readonly attacked: Percentiles;
  /** The failed requests of other users. */
  readonly failures: readonly string[];
  /** The largest part of a bound that was used; above 1 it was exceeded. */
  readonly excess: number;
  /** The server's memory afterwards, in MiB. */
  readonly memory: number;
}

const percentilesOf = (experiences: readonly Experience[]): Percentiles => {
  const of = (measure: keyof Percentiles) => p99(experiences.flatMap((experience) => experience[measure]));
  return { list: of('list'), sma: of('sma'), chart: of('chart') };
};

/** Waits until the list is read as fast as usual: what a load has left behind does not count against the next one. */
async function settle(experience: (seconds: number) => Promise<Experience>): Promise<void> {
  const isSettled = async () => {
    const { list, failures } = await experience(0.1);
    return failures.length === 0 && p99(list) < allowanceMs;
  };
  await pollUntil('reads that are as fast as before the attack', isSettled, { timeoutMs: minuteMs });
}

/** Attacks by each call in turn, for some seconds, and measures other users' requests with and without the attack. */
export async function runAttacks(
  world: World,
  server: ServerProcess,
  { attackers, others }: { attackers: readonly Attacker[]; others: readonly OtherUser[] },
  attacks: readonly Attack[],
  onOutcome: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const experience = createOtherUsers(server.url, others);
  const load = startLoadThread();
  const groups = Array.from({ length: attackers.length / attackersTogether }, (_, index) => ({
    members: attackers.slice(index * attackersTogether, (index + 1) * attackersTogether),
    restsUntil: 0,
  }));
  let sent = 0;

  /** A group with enough requests left in this minute. */
  async function rested() {
    const [group] = groups.toSorted((a, b) => a.restsUntil - b.restsUntil);
    if (!group) throw new Error('There are no attackers');
    await delay(Math.max(0, group.restsUntil - performance.now()));
    return group;
  }

  async function run(attack: Attack, before: Experience): Promise<{ outcome: Outcome; after: Experience }> {
    await renewAccounts(world);
    const group = await rested();
    const perSecond = (requestsPerMinute * group.members.length) / 60 / attack.shape.weight;
    const [result, attacked] = await Promise.all([
      load.put({
        url: server.url,
        attackers: group.members,
        call: attack.shape.call,
        perSecond,
        seconds: attackSeconds,
        from: sent,
      }),
      experience(attackSeconds),
    ]);
    sent += requestsOfLoad;
    if (result.remaining < 2 * requestsOfLoad) group.restsUntil = performance.now() + minuteMs;
    const haveTasksEnded = await world.drain();
    await settle(experience);
    const after = await experience(aloneSeconds);
    const percentiles = { alone: percentilesOf([before, after]), attacked: percentilesOf([attacked]) };
    const parts = measures.map(
      (measure) => percentiles.attacked[measure] / (factor * percentiles.alone[measure] + allowanceMs),
    );
    const { statuses, defects } = result;
    const outcome = {
      ...attack,
      ...percentiles,
      statuses,
      defects,
      failures: [...attacked.failures, ...(haveTasksEnded ? [] : ['The tasks of the attack do not end'])],
      excess: attacked.failures.length > 0 ? Number.POSITIVE_INFINITY : Math.max(...parts),
      memory: await memoryOf(server),
    };
    return { outcome, after };
  }

  try {
    const outcomes: Outcome[] = [];
    let alone = await experience(2 * aloneSeconds);
    for (const attack of attacks) {
      let { outcome, after } = await run(attack, alone);
      for (let count = 0; count < repetitions && outcome.excess > 1; count += 1) {
        const repeated = await run(attack, after);
        after = repeated.after;
        if (repeated.outcome.excess < outcome.excess) outcome = repeated.outcome;
      }
      alone = after;
      outcomes.push(outcome);
      onOutcome(outcome);
    }
    return outcomes;
  } finally {
    await load.stop();
  }
}
