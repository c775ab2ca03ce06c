import { randomUUID } from 'node:crypto';
import {
  type ChannelKind,
  type Database,
  type NewSignal,
  notificationChannelRepository,
  notificationDeliveryRepository,
  signalRepository,
  stockRepository,
} from '@stockbook/db';
import { sql, useTestDatabase } from '@stockbook/db/testing';
import { Stock, User } from '@stockbook/db/testing/entities';
import type { DeliveryOutcome } from '../../context.ts';
import { silentObserver } from '../../testing/silent-observer.ts';
import { deliver } from '../deliveries/deliver.ts';
import { deliverToDevices } from '../deliveries/deliver-to-devices.ts';
import { queueDeliveries } from '../deliveries/queue-deliveries.ts';
import { createNotifier, type Notifier } from '../notifier.ts';
import type { OutgoingMessage, SendResult } from '../send/destination.ts';
import { newSigningSecret } from '../send/postings.ts';

export const start = new Date('2026-11-20T22:00:00Z');

/** A user who tracks AAPL and MSFT with notifications, with a clock and a receiver that the test controls. */
export class Outbox {
  readonly database: Database;
  readonly userId = randomUUID();
  readonly sent: OutgoingMessage[] = [];
  readonly outcomes: string[] = [];
  now = start;
  answer: SendResult | Error = { isDelivered: true, httpStatus: 200 };
  readonly notifier: Notifier;

  private constructor(database: Database) {
    this.database = database;
    const notifier = createNotifier({
      secretKey: Buffer.alloc(32, 1),
      publicUrl: 'https://stocks.example.com',
      mail: null,
      mailFrom: null,
      isPwaOn: true,
      allowedHosts: [],
      version: '0.0.0',
      clock: () => this.now,
    });
    this.notifier = {
      ...notifier,
      send: async (_, message) => {
        this.sent.push(message);
        if (this.answer instanceof Error) throw this.answer;
        return this.answer;
      },
    };
  }

  static async open(): Promise<Outbox> {
    const { database } = await useTestDatabase();
    const outbox = new Outbox(database);
    const em = database.fork();
    const user = { email: 'a@example.com', username: 'reader' };
    await em.insert(User, {
      ...user,
      id: outbox.userId,
      emailKey: user.email,
      usernameKey: user.username,
      firstName: null,
      lastName: null,
      passwordHash: '',
      createdAt: start,
    });
    for (const symbol of ['AAPL', 'MSFT']) {
      const facts = { symbol, name: symbol, isin: null, exchange: null, sector: null, industry: null };
      await stockRepository.upsertFacts(
        em,
        { ...facts, currency: 'USD', type: 'equity', timezone: null },
        start,
      );
      await outbox.query(sql`
        insert into user_stock (user_id, stock_id, added_at, notify_on_signals)
        select ${outbox.userId}, id, ${start}, true from stock where symbol = ${symbol}
      `);
    }
    return outbox;
  }

  async query<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
    return (await query.execute(this.database.fork().getKysely())).rows;
  }

  async addChannel(kind: ChannelKind = 'webhook'): Promise<string> {
    const id = randomUUID();
    await notificationChannelRepository.add(this.database.fork(), {
      id,
      userId: this.userId,
      kind,
      name: 'My channel',
      target: 'https://hooks.example.com/',
      secret: this.notifier.secrets.seal(newSigningSecret(), id),
      isActive: true,
      confirmedAt: start,
      createdAt: start,
    });
    return id;
  }

  async stock(symbol: string): Promise<Stock> {
    return this.database.fork().findOneOrFail(Stock, { symbol });
  }

  /** Inserts `count` signals of a stock as one refresh does. */
  async signal(symbol = 'AAPL', count = 1, changes: Partial<NewSignal> = {}): Promise<NewSignal[]> {
    const { id: stockId } = await this.stock(symbol);
    const signals = Array.from({ length: count }, (_, index): NewSignal => {
      const barDate = new Date(Date.UTC(2026, 10, 20 - index)).toISOString().slice(0, 10);
      return {
        id: randomUUID(),
        userId: this.userId,
        kind: 'signal',
        ruleId: null,
        strategyId: null,
        side: null,
        stockId,
        symbol,
        barDate,
        close: 187.4,
        currency: 'USD',
        values: [{ operand: 'rsi(14)', now: 31.2, before: 28.9 }],
        rules: [],
        sentence: `${symbol} on ${barDate}`,
        dataSource: 'yahoo',
        createdAt: this.now,
        ...changes,
      };
    });
    await this.database.fork().transactional(async (tx) => {
      await queueDeliveries(tx, await signalRepository.add(tx, signals), this.now);
    });
    return signals;
  }

  wait(milliseconds: number): void {
    this.now = new Date(this.now.getTime() + milliseconds);
  }

  /** Runs the jobs of deliveries that are due, also those that they enqueue. @param maximum the first ones only */
  async runDueJobs(maximum = Number.POSITIVE_INFINITY): Promise<void> {
    const services = {
      database: this.database,
      clock: () => this.now,
      notifier: this.notifier,
      observer: {
        ...silentObserver,
        delivery: ({ kind, outcome }: { kind: ChannelKind; outcome: DeliveryOutcome }) =>
          void this.outcomes.push(`${kind} ${outcome}`),
      },
    };
    const handlers = { deliver, 'deliver-to-devices': deliverToDevices };
    for (let count = 0; count < maximum; count += 1) {
      const [job] = await this.query(sql<{ name: keyof typeof handlers; payload: object | null }>`
        select due.name, removed.payload from (
          select id, task_identifier as name from graphile_worker.jobs where run_at <= ${this.now}
          order by run_at, id limit 1
        ) due left join lateral graphile_worker.complete_jobs(array[due.id]) removed on true
      `);
      if (!job) return;
      // Null if a simultaneous run was faster.
      if (job.payload) await handlers[job.name](services, job.payload, new AbortController().signal);
    }
  }

  /** Moves the clock to the next attempt of the only pending delivery, and makes it. */
  async runNextAttempt(): Promise<void> {
    const [pending] = await this.deliveries('pending');
    if (!pending?.nextAttemptAt) throw new Error('no delivery is pending');
    this.now = pending.nextAttemptAt;
    await this.runDueJobs();
  }

  async deliveries(status?: 'pending' | 'delivered' | 'failed') {
    const filter = status === undefined ? {} : { status };
    const [deliveries] = await notificationDeliveryRepository.listOfUser(
      this.database.fork(),
      this.userId,
      filter,
    );
    return deliveries;
  }

  channel(id: string) {
    return notificationChannelRepository.find(this.database.fork(), id);
  }

  async notices(): Promise<string[]> {
    const rows = await this.query(
      sql<{ sentence: string }>`select sentence from signal where kind = 'notice' order by created_at`,
    );
    return rows.map(({ sentence }) => sentence);
  }

  async jobs(): Promise<number> {
    const [row] = await this.query(
      sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs`,
    );
    return row?.count ?? 0;
  }
}
