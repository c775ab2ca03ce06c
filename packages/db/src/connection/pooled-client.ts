import { Client, type ClientConfig, type PoolClient } from 'pg';
import { setPatientTimeout } from './patient-timeout.ts';

/** Above `statement_timeout` (3,500 ms): a server that takes longer is frozen or unreachable. */
const responseTimeoutMs = 3_900;

/** How long it may take to open a connection. */
export const connectTimeoutMs = 4_000;

/**
 * A pooled connection that closes itself if opening it or an answer takes too long. PostgreSQL's own time-outs
 * do not fire while PostgreSQL is frozen.
 *
 * A closed connection leaves the pool even if it was never released: Kysely does not release the connection of a
 * transaction that failed to begin or roll back, which would shrink the pool permanently.
 */
export class PooledClient extends Client {
  #release: PoolClient['release'] = () => {};

  constructor(config?: ClientConfig) {
    super(config);
    this.query = new Proxy(this.query, {
      apply: (query, self, values) => this.#withTimeout(Reflect.apply(query, self, values)),
    });
    // The pool connects at once.
    const stop = setPatientTimeout(() => this.#terminate(), connectTimeoutMs);
    this.once('connect', stop);
    this.once('end', () => {
      stop();
      this.#release(true);
    });
  }

  /** Returns the connection to the pool, which sets this on every checkout. Further calls do nothing. */
  get release(): PoolClient['release'] {
    return this.#release;
  }

  set release(release: PoolClient['release']) {
    let isReleased = false;
    this.#release = (error) => {
      if (isReleased) return;
      isReleased = true;
      release(error);
    };
  }

  #withTimeout<T>(answer: T): T {
    if (answer instanceof Promise) {
      const stop = setPatientTimeout(() => this.#terminate(), responseTimeoutMs);
      answer.then(stop, stop);
    }
    return answer;
  }

  #terminate(): void {
    this.connection.stream.destroy(new Error('Connection terminated: no answer came in time'));
  }
}
