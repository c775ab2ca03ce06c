import { Client, type ClientConfig, type PoolClient } from 'pg';

/** PostgreSQL's own time-outs end a statement before; whoever is silent for longer is frozen or out of reach. */
const responseTimeoutMs = 3_900;

/** After this process itself stood still, the answer may lie here unread: it has so long to be read. */
const graceMs = 100;

/**
 * A connection of the pool that cannot get stuck.
 *
 * Where an answer takes too long it is closed: PostgreSQL's time-outs are of no use while PostgreSQL itself stands
 * still, and a request would wait for as long as that lasts.
 *
 * Once closed it leaves the pool, whether or not it was given back: Kysely keeps the connection of a transaction that
 * could not be begun or rolled back, and each one kept would be one less for good.
 */
export class PooledClient extends Client {
  #release: PoolClient['release'] = () => {};

  constructor(config?: ClientConfig) {
    super(config);
    this.query = new Proxy(this.query, {
      apply: (query, self, values) => this.#waitFor(Reflect.apply(query, self, values)),
    });
    this.once('end', () => this.#release(true));
  }

  /** Gives the connection back to the pool, which sets this anew for each who takes it; a second time is nothing. */
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

  #waitFor<T>(answer: T): T {
    if (answer instanceof Promise) {
      let timer = setTimeout(() => {
        timer = setTimeout(() => this.#giveUp(), graceMs);
      }, responseTimeoutMs);
      const stop = () => clearTimeout(timer);
      answer.then(stop, stop);
    }
    return answer;
  }

  #giveUp(): void {
    this.connection.stream.destroy(new Error('Connection terminated: no answer came in time'));
  }
}
