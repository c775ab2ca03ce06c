import { setTimeout as delay } from 'node:timers/promises';
import { call, endOf, type Reply, type TaskDoor, taskIdOf } from './caller.ts';
import { ExpectedStock, type KeptStock } from './expected-stock.ts';
import type { Ledger } from './ledger.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A task, once accepted, has ended by then whatever happens to its workers: three tries and what lies between. */
const maxTaskMs = 90_000;

/** A 503 comes within five seconds. */
const maxRejectionS = 5;

export interface WriterOptions {
  readonly name: string;
  readonly token: string;
  readonly symbols: readonly string[];
  readonly random: SeededRandom;
  readonly ledger: Ledger;
  /** A web process that is up. */
  readonly serverUrl: () => string;
}

/** A user who writes without a pause, notes what each answer promises, and can tell whether it was kept. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #stocks: readonly ExpectedStock[];
  readonly #underWay: Promise<void>[] = [];
  #written = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#stocks = options.symbols.map((symbol) => new ExpectedStock(symbol));
  }

  /** Writes until told to stop, then waits for the ends of the tasks. */
  async write(stop: AbortSignal): Promise<void> {
    const { random } = this.#options;
    while (!stop.aborted) {
      const stock = random.pick(this.#stocks);
      const choice = random.next();
      if (!stock.isSurelyThere) await this.#add(stock);
      else if (choice < 0.2) await this.#setFavorite(stock);
      else if (choice < 0.45) await this.#setNotes(stock);
      else if (choice < 0.65) await this.#calculate(stock);
      else if (choice < 0.75) await this.#refresh(stock);
      else if (choice < 0.9) await this.#tryNonsense(stock);
      else await this.#remove(stock);
      await delay(random.next() * 100);
    }
    await Promise.all(this.#underWay);
  }

  async #send(method: string, path: string, body?: unknown): Promise<Reply> {
    const { serverUrl, token, ledger } = this.#options;
    for (;;) {
      const reply = await call(serverUrl(), method, path, { token, body });
      // Nobody was there to take it: it was not sent.
      if (reply.failure === 'ECONNREFUSED') {
        await delay(100);
        continue;
      }
      ledger.writes[reply.outcome] += 1;
      ledger.check(reply.status !== 500, () => `500 for ${method} ${path}`);
      ledger.check(
        reply.status === 503 ? reply.seconds < maxRejectionS : reply.failure !== 'TimeoutError',
        () => `${method} ${path}: ${reply.status || reply.failure} after ${reply.seconds.toFixed(1)} s`,
      );
      return reply;
    }
  }

  /** Whether a request about a stock that is surely there was acknowledged; a refusal breaks a promise. */
  #isAcknowledged(stock: ExpectedStock, reply: Reply): boolean {
    const { ledger, name } = this.#options;
    ledger.check(
      reply.outcome !== 'refused',
      () => `${name}'s ${stock.symbol} is lost: ${reply.status} ${JSON.stringify(reply.body)}`,
    );
    return reply.outcome === 'acknowledged';
  }

  /** Waits until a task has ended, as every task that was accepted must. */
  async #endOf(door: TaskDoor, taskId: string): Promise<'SUCCESS' | 'FAILURE'> {
    const { serverUrl, token, ledger, name } = this.#options;
    const end = await endOf(serverUrl, door, taskId, token, maxTaskMs);
    ledger.check(end !== null, () => `${name}'s task ${taskId} has not ended`);
    if (end === null) return 'FAILURE';
    ledger.endsOfTasks[end.status] += 1;
    ledger.check(/^[A-Z].+/.test(end.message), () => `a task ended without a sentence: ${end.message}`);
    return end.status;
  }

  async #add(stock: ExpectedStock): Promise<void> {
    const reply = await this.#send('POST', '/stocks/', { symbol: stock.symbol });
    this.#options.ledger.check(reply.outcome !== 'refused', () => `adding was refused: ${reply.status}`);
    if (reply.outcome !== 'acknowledged') return stock.maybeAdded();
    const taskId = taskIdOf(reply);
    if (taskId === null || (await this.#endOf('/stocks/tasks', taskId)) === 'SUCCESS') stock.added();
    else stock.maybeAdded();
  }

  async #remove(stock: ExpectedStock): Promise<void> {
    const reply = await this.#send('DELETE', `/stocks/${stock.symbol}`);
    if (this.#isAcknowledged(stock, reply)) stock.removed();
    else stock.maybeRemoved();
  }

  async #setFavorite(stock: ExpectedStock): Promise<void> {
    const value = this.#options.random.next() < 0.5;
    const reply = await this.#send('PATCH', `/stocks/${stock.symbol}`, { is_favorite: value });
    stock.favorite(value, this.#isAcknowledged(stock, reply));
  }

  async #setNotes(stock: ExpectedStock): Promise<void> {
    this.#written += 1;
    const text = `note ${this.#written}`;
    const reply = await this.#send('PATCH', `/stocks/${stock.symbol}`, { notes: text });
    stock.notes(text, this.#isAcknowledged(stock, reply));
  }

  async #calculate(stock: ExpectedStock): Promise<void> {
    const { random } = this.#options;
    const name = random.pick(['Fast', 'Slow', 'Mine', 'Other']);
    const { generation } = stock;
    stock.maybeCalculated(name);
    const reply = await this.#send('POST', '/indicators/calculate', {
      stock_symbol: stock.symbol,
      ta_indicator: 'SMA',
      indicator_name: name,
    });
    const taskId = taskIdOf(reply);
    if (!this.#isAcknowledged(stock, reply) || taskId === null) return;
    const end = this.#endOf('/indicators/task', taskId).then((status) => {
      if (status === 'SUCCESS') stock.calculated(name, generation);
    });
    // Half of them go on while the next request is made.
    if (random.next() < 0.5) await end;
    else this.#underWay.push(end);
  }

  async #refresh(stock: ExpectedStock): Promise<void> {
    const reply = await this.#send('POST', `/stocks/${stock.symbol}/refresh`);
    const taskId = taskIdOf(reply);
    if (!this.#isAcknowledged(stock, reply) || taskId === null) return;
    this.#underWay.push(this.#endOf('/stocks/tasks', taskId).then(() => {}));
  }

  /** What must be refused, and leave no trace. */
  async #tryNonsense(stock: ExpectedStock): Promise<void> {
    const { random, ledger } = this.#options;
    const [method, path, body] = random.pick([
      ['PATCH', `/stocks/${stock.symbol}`, { notes: 'refused '.repeat(2_000) }],
      ['PATCH', `/stocks/${stock.symbol}`, { notes: 'refused', is_favorite: 'perhaps' }],
      ['POST', '/stocks/', { symbol: 'US0378331006' }],
      ['POST', '/indicators/calculate', { stock_symbol: stock.symbol, ta_indicator: 'NONSENSE' }],
    ] as const);
    const { outcome } = await this.#send(method, path, body);
    ledger.check(
      outcome !== 'acknowledged',
      () => `nonsense was accepted: ${method} ${path} ${JSON.stringify(body)}`,
    );
  }

  /** Compares all that was promised with what is there. */
  async verify(): Promise<void> {
    const { serverUrl, token, ledger, name } = this.#options;
    const list = await call(serverUrl(), 'GET', '/stocks/', { token });
    ledger.check(list.status === 200, () => `${name}'s list cannot be read: ${list.status || list.failure}`);
    if (list.status !== 200) return;
    const items = list.body.stocks as {
      stock: { symbol: string };
      is_favorite: boolean;
      notes: string | null;
    }[];
    const symbols = items.map(({ stock }) => stock.symbol);
    ledger.check(
      new Set(symbols).size === symbols.length,
      () => `${name}'s list has a stock twice: ${symbols}`,
    );
    for (const expected of this.#stocks) {
      const item = items.find(({ stock }) => stock.symbol === expected.symbol);
      let kept: KeptStock | null = null;
      if (item) {
        const { body } = await call(serverUrl(), 'GET', `/indicators/${expected.symbol}`, { token });
        const indicators = body.indicators as { indicator_name: string }[];
        kept = {
          isFavorite: item.is_favorite,
          notes: item.notes,
          indicators: indicators.map(({ indicator_name }) => indicator_name),
        };
      }
      expected.compare(name, kept, ledger);
    }
  }
}
