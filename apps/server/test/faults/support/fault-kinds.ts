import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { OwnPostgres } from './postgres-faults.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ServerProcess } from './server-process.ts';
import type { Stack } from './stack.ts';

/** What a fault strikes. */
interface Targets {
  readonly stack: Stack;
  readonly postgres: OwnPostgres;
  readonly random: SeededRandom;
  readonly ledger: Ledger;
}

/** Strikes, and resolves when whatever was taken away is back. */
export type Fault = (targets: Targets) => Promise<void>;

/** A graceful stop has ended by then. */
const maxShutdownS = 15;

function oneOf({ stack, random }: Targets, role: ServerProcess['role']): ServerProcess {
  return random.pick(stack.processes.filter((process) => process.role === role));
}

function kill(role: ServerProcess['role']): Fault {
  return async (targets) => {
    const struck = oneOf(targets, role);
    await struck.kill();
    await targets.stack.replace(struck);
  };
}

function terminate(role: ServerProcess['role']): Fault {
  return async (targets) => {
    const struck = oneOf(targets, role);
    const { exitCode, seconds } = await struck.terminate();
    targets.ledger.stop(role, seconds);
    targets.ledger.check(exitCode === 0, () => {
      const last = struck.lines.slice(-5).join(' / ');
      return `a ${role} that was told to stop ended with ${exitCode}: ${last}`;
    });
    targets.ledger.check(seconds < maxShutdownS, () => `a ${role} took ${seconds.toFixed(1)} s to stop`);
    await targets.stack.replace(struck);
  };
}

/** Between a moment and some seconds. */
const aWhile = ({ random }: Targets, mostMs: number) => delay(200 + random.next() * mostMs);

export const faults: Readonly<Record<string, Fault>> = {
  'kill web': kill('web'),
  'kill worker': kill('worker'),
  'stop web': terminate('web'),
  'stop worker': terminate('worker'),
  'kill PostgreSQL': ({ postgres }) => postgres.kill(),
  'kill a backend': ({ postgres }) => postgres.killBackend(),
  async 'restart PostgreSQL'(targets) {
    await targets.postgres.shutDown();
    await aWhile(targets, 6_000);
    await targets.postgres.comeBack();
  },
  async 'freeze PostgreSQL'(targets) {
    await targets.postgres.freeze();
    await aWhile(targets, 9_000);
    await targets.postgres.thaw();
  },
  async 'freeze a worker'(targets) {
    const struck = oneOf(targets, 'worker');
    struck.signal('SIGSTOP');
    await aWhile(targets, 12_000);
    struck.signal('SIGCONT');
  },
  async 'take all connections'(targets) {
    const letGo = await targets.postgres.takeAllConnections();
    await aWhile(targets, 4_000);
    await letGo();
  },
};
