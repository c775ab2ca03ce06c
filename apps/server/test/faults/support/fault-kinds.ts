import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@stockbook/testing';
import type { Ledger } from './ledger.ts';
import type { OwnPostgres } from './postgres-faults.ts';
import type { Role, Stack, StackProcess } from './stack.ts';

/** The processes that faults are injected into, and the ledger that records the results. */
interface Targets {
  readonly stack: Stack;
  readonly postgres: OwnPostgres;
  readonly random: SeededRandom;
  readonly ledger: Ledger;
}

/** Injects the fault; resolves when its cause is over. */
export type Fault = (targets: Targets) => Promise<void>;

/** Limit of a graceful shutdown. */
const maxShutdownS = 15;

function oneOf({ stack, random }: Targets, role: Role): StackProcess {
  return random.pick(stack.processes.filter((process) => process.role === role));
}

function kill(role: Role): Fault {
  return async (targets) => {
    const target = oneOf(targets, role);
    await target.kill();
    await targets.stack.replace(target);
  };
}

function terminate(role: Role): Fault {
  return async (targets) => {
    const target = oneOf(targets, role);
    const { exitCode, seconds } = await target.stop();
    targets.ledger.stop(role, seconds);
    targets.ledger.check(exitCode === 0, () => {
      const last = target.lines.slice(-5).join(' / ');
      return `a ${role} exited with ${exitCode} after SIGTERM: ${last}`;
    });
    targets.ledger.check(seconds < maxShutdownS, () => `a ${role} took ${seconds.toFixed(1)} s to stop`);
    await targets.stack.replace(target);
  };
}

/** Waits for 200 ms and a random time up to `maxMs`. */
const randomDelay = ({ random }: Targets, maxMs: number) => delay(200 + random.next() * maxMs);

export const faults: Readonly<Record<string, Fault>> = {
  'kill web': kill('web'),
  'kill worker': kill('worker'),
  'stop web': terminate('web'),
  'stop worker': terminate('worker'),
  'kill PostgreSQL': ({ postgres }) => postgres.kill(),
  'kill a backend': ({ postgres }) => postgres.killBackend(),
  async 'restart PostgreSQL'(targets) {
    await targets.postgres.shutDown();
    await randomDelay(targets, 6_000);
    await targets.postgres.startAgain();
  },
  async 'freeze PostgreSQL'(targets) {
    await targets.postgres.freeze();
    await randomDelay(targets, 9_000);
    await targets.postgres.thaw();
  },
  async 'freeze a worker'(targets) {
    const target = oneOf(targets, 'worker');
    target.signal('SIGSTOP');
    await randomDelay(targets, 12_000);
    target.signal('SIGCONT');
  },
  async 'take all connections'(targets) {
    const release = await targets.postgres.takeAllConnections();
    await randomDelay(targets, 4_000);
    await release();
  },
};
