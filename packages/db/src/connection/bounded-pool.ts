import type { Pool, PoolClient } from 'pg';
import { setPatientTimeout } from './patient-timeout.ts';

/** Callers of `pool.connect`: with a promise, or with a callback like `pool.query`. */
type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/**
 * Bounds how long callers wait for a connection, a free one or a new one. In place of `connectionTimeoutMillis`,
 * whose timers take a suspension of this process for an unreachable database.
 */
export function boundWaits(pool: Pool, maxWaitMs: number): void {
  pool.connect = new Proxy(pool.connect, {
    apply(connect, self, [callback]: [Callback?]) {
      const client = bounded(Reflect.apply(connect, self, []), maxWaitMs);
      if (!callback) return client;
      client.then(
        (connected) => callback(undefined, connected, connected.release),
        (error) => callback(error, undefined, () => {}),
      );
    },
  });
}

function bounded(connecting: Promise<PoolClient>, maxWaitMs: number): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const cancel = setPatientTimeout(() => {
      isOver = true;
      reject(new Error('timeout exceeded when trying to connect'));
    }, maxWaitMs);
    connecting.then(
      (client) => {
        cancel();
        if (isOver) client.release();
        else resolve(client);
      },
      (error) => {
        cancel();
        reject(error);
      },
    );
  });
}
