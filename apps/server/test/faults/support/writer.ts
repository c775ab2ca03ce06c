import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil, type SeededRandom } from '@stockbook/testing';
import { assertValidResponse } from '../../support/contract.ts';
import { call, endOf, type Reply, type TaskPath, taskIdOf } from './caller.ts';
import { ExpectedStock, type StoredStock } from './expected-stock.ts';
import type { Ledger } from './ledger.ts';

/** Limit of an accepted task despite faults in its workers: three attempts and the delays between them. */
const maxTaskMs = 90_000;

/** Limit of the response time of a 503. */
const maxRejectionS = 5;

/** Limit of the time without any web process that accepts connections: that of a process to start. */
const maxUnreachableMs = 60_000;

/** Why a response is not as the OpenAPI document describes it; null if it is. */
function mismatchOf(method: string, path: string, { status, headers, body }: Reply): string | null {
  try {
    assertValidResponse(method, path, {
      status,
      headers: Object.fromEntries(headers),
      text: JSON.stringify(body),
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface WriterOptions {
  readonly name: string;
  readonly token: string;
  readonly symbols: readonly string[];
  readonly random: SeededRandom;
  readonly ledger: Ledger;
  /** Returns the URL of a web process. */
  readonly serverUrl: () => string;
}

/** A user who writes continuously, records what each response acknowledges, and verifies that it was stored. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #stocks: readonly ExpectedStock[];
  readonly #pending: Promise<void>[] = [];
  #written = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#stocks = options.symbols.map((symbol) => new ExpectedStock(symbol));
  }

  /** Writes until `stop` is aborted, then waits for the end of all tasks. */
  async write(stop: AbortSignal): Promise<void> {
    const { random } = this.#options;
    while (!stop.aborted) {
      const stock = random.pick(this.#stocks);
      const choice = random.next();
      if (!stock.isCertainlyPresent) await this.#add(stock);
      else if (choice < 0.2) await this.#setFavorite(stock);
      else if (choice < 0.45) await this.#setNotes(stock);
      else if (choice < 0.65) await this.#calculate(stock);
      else if (choice < 0.75) await this.#refresh(stock);
      else if (choice < 0.9) await this.#sendInvalid(stock);
      else await this.#remove(stock);
      await delay(random.next() * 100);
    }
    await Promise.all(this.#pending);
  }

  async #send(method: string, path: string, body?: unknown): Promise<Reply> {
    const { serverUrl, token, ledger } = this.#options;
    const reply = await pollUntil(
      `a server for ${method} ${path}`,
      async () => {
        const attempt = await call(serverUrl(), method, path, { token, body });
        // Without a connection the request was not sent.
        return attempt.failure === 'ECONNREFUSED' ? undefined : attempt;
      },
      { timeoutMs: maxUnreachableMs },
    );
    ledger.writes[reply.outcome] += 1;
    if (reply.failure !== null) ledger.noteUnanswered(reply.failure);
    else {
      const mismatch = mismatchOf(method, path, reply);
      ledger.check(mismatch === null, () => `${method} ${path}: ${mismatch}`);
    }
    ledger.check(reply.status !== 500, () => `500 for ${method} ${path}`);
    ledger.check(
      reply.status === 503 ? reply.seconds < maxRejectionS : reply.failure !== 'TimeoutError',
      () => `${method} ${path}: ${reply.status || reply.failure} after ${reply.seconds.toFixed(1)} s`,
    );
    return reply;
  }

  /** Whether a request about a stock that is certainly on the list was acknowledged; 4xx is a violation. */
  #isAcknowledged(stock: ExpectedStock, reply: Reply): boolean {
    const { ledger, name } = this.#options;
    ledger.check(
      reply.outcome !== 'refused',
      () => `${name}'s ${stock.symbol} is lost: ${reply.status} ${JSON.stringify(reply.body)}`,
    );
    return reply.outcome === 'acknowledged';
  }

  /** Waits for the end of an accepted task. */
  async #endOf(taskPath: TaskPath, taskId: string): Promise<'SUCCESS' | 'FAILURE'> {
    const { serverUrl, token, ledger, name } = this.#options;
    const end = await endOf(serverUrl, taskPath, taskId, token, maxTaskMs);
    ledger.check(end !== null, () => `${name}'s task ${taskId} has not ended`);
    if (end === null) return 'FAILURE';
    ledger.endsOfTasks[end.status] += 1;
    ledger.check(/^[A-Z].+/.test(end.message), () => `a task ended without a message: ${end.message}`);
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
    // Half of the calculations run in parallel with the next request.
    if (random.next() < 0.5) await end;
    else this.#pending.push(end);
  }

  async #refresh(stock: ExpectedStock): Promise<void> {
    const reply = await this.#send('POST', `/stocks/${stock.symbol}/refresh`);
    const taskId = taskIdOf(reply);
    if (!this.#isAcknowledged(stock, reply) || taskId === null) return;
    this.#pending.push(this.#endOf('/stocks/tasks', taskId).then(() => {}));
  }

  /** Sends an invalid request, which must be rejected without any change. */
  async #sendInvalid(stock: ExpectedStock): Promise<void> {
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
      () => `an invalid request was accepted: ${method} ${path} ${JSON.stringify(body)}`,
    );
  }

  /** Compares the acknowledged writes with the server's state. */
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
      let stored: StoredStock | null = null;
      if (item) {
        const { body } = await call(serverUrl(), 'GET', `/indicators/${expected.symbol}`, { token });
        const indicators = body.indicators as { indicator_name: string }[];
        stored = {
          isFavorite: item.is_favorite,
          notes: item.notes,
          indicators: indicators.map(({ indicator_name }) => indicator_name),
        };
      }
      expected.compare(name, stored, ledger);
    }
  }
}
