import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TaskState } from '../../entities/tasks.ts';
import { Backtest, type SkippedStock } from '../../entities/trading.ts';
import { floatsFromBytes, integersFromBytes, toBytes } from '../packed-numbers.ts';
import type { Page } from '../page.ts';

/** A run that is requested: a backtest or a sweep. */
interface NewRun {
  readonly id: string;
  readonly userId: string;
  readonly strategyId: string;
  readonly taskId: string;
  readonly rules: Record<string, unknown>;
  readonly settings: Record<string, unknown>;
  readonly createdAt: Date;
}

export interface BacktestRow extends Omit<NewRun, 'userId' | 'taskId'> {
  readonly taskId: string | null;
  /** Null after the task was cleaned up, as is `taskMessage`. */
  readonly taskStatus: TaskState | null;
  readonly taskMessage: string | null;
  readonly summary: Record<string, unknown> | null;
  readonly skipped: readonly SkippedStock[] | null;
  readonly combined: Record<string, unknown> | null;
  /** Whether the bars of a simulated stock have changed since. */
  readonly isStale: boolean;
}

/**
 * Adds a backtest, and deletes the oldest ones of its strategy. `tx` must have locked the user's row.
 * @param maximum backtests of a strategy
 */
export async function add(
  tx: EntityManager,
  { userId, strategyId, taskId, ...run }: NewRun,
  maximum: number,
): Promise<void> {
  await tx.insert(Backtest, {
    ...run,
    user: userId,
    strategy: strategyId,
    task: taskId,
    summary: null,
    skipped: null,
    combined: null,
    resultBytes: 0,
  });
  await sql`
    delete from backtest where id in (
      select id from backtest where strategy_id = ${strategyId} order by created_at desc, id desc offset ${maximum}
    )
  `.execute(tx.getKysely());
}

const isStale = sql<boolean>`exists (
  select from backtest_result result left join stock on stock.id = result.stock_id
  where result.backtest_id = backtest.id and stock.bars_revision is distinct from result.bars_revision
)`;

const columns = sql`
  backtest.id, backtest.strategy_id as "strategyId", backtest.task_id as "taskId", task.status as "taskStatus",
  task.message as "taskMessage", backtest.rules, backtest.settings, backtest.summary, backtest.skipped, backtest.combined,
  backtest.created_at as "createdAt", ${isStale} as "isStale"
`;

type Selected = Omit<BacktestRow, 'createdAt'> & { createdAt: string };

const toRow = (row: Selected): BacktestRow => ({ ...row, createdAt: new Date(row.createdAt) });

/** A page of a strategy's backtests, newest first. */
export async function listOfStrategy(
  em: EntityManager,
  strategyId: string,
  { limit, offset }: Page,
): Promise<BacktestRow[]> {
  const { rows } = await sql<Selected>`
    select ${columns} from backtest left join task on task.id = backtest.task_id
    where backtest.strategy_id = ${strategyId}
    order by backtest.created_at desc, backtest.id desc
    limit ${limit ?? null}::int offset ${offset ?? 0}::int
  `.execute(em.getKysely());
  return rows.map(toRow);
}

export function countOfStrategy(em: EntityManager, strategyId: string): Promise<number> {
  return em.count(Backtest, { strategy: strategyId });
}

/** A user's backtest; null if it belongs to another user. */
export async function findOfUser(em: EntityManager, userId: string, id: string): Promise<BacktestRow | null> {
  const { rows } = await sql<Selected>`
    select ${columns} from backtest left join task on task.id = backtest.task_id
    where backtest.id = ${id} and backtest.user_id = ${userId}
  `.execute(em.getKysely());
  return rows.map(toRow)[0] ?? null;
}

export async function findIdByTask(em: EntityManager, taskId: string): Promise<string | null> {
  const backtest = await em.findOne(Backtest, { task: taskId }, { fields: ['id'] });
  return backtest?.id ?? null;
}

export async function remove(em: EntityManager, userId: string, id: string): Promise<void> {
  await em.nativeDelete(Backtest, { id, user: userId });
}

/** One has up to 100 results of 200 kB: deleting 50 backtests at once exceeds statement_timeout. */
const maxRemovedPerStatement = 5;

/** Deletes the backtests of a strategy, or all of a user, in several statements. */
export async function removeAll(
  tx: EntityManager,
  { userId, strategyId = null }: { userId: string; strategyId?: string | null },
): Promise<void> {
  let removed: bigint | undefined;
  do {
    ({ numAffectedRows: removed } = await sql`
      delete from backtest where id in (
        select id from backtest
        where user_id = ${userId} and (${strategyId}::uuid is null or strategy_id = ${strategyId})
        limit ${maxRemovedPerStatement}
      )
    `.execute(tx.getKysely()));
  } while (removed);
}

/** The result of a backtest for one stock, without the series. */
export interface BacktestResultRow {
  readonly symbol: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly statistics: Readonly<Record<string, number | null>>;
  readonly droppedOrders: number;
  readonly pending: 'entry' | 'exit' | null;
  readonly warnings: readonly string[];
  readonly tradeCount: number;
}

export interface NewBacktestResult extends BacktestResultRow {
  readonly stockId: number;
  readonly barsRevision: number;
  /** Days since 1970-01-01, one per bar of the run. */
  readonly days: Int32Array;
  readonly equity: Float64Array;
  readonly buyAndHold: Float64Array;
  /** The columns of the trades, one after the other. */
  readonly trades: Float64Array;
}

/** The size of results, without what PostgreSQL saves by compression. */
export function sizeOf(results: readonly NewBacktestResult[]): number {
  return results.reduce((sum, { days, equity, buyAndHold, trades, statistics }) => {
    const series = days.byteLength + equity.byteLength + buyAndHold.byteLength + trades.byteLength;
    return sum + series + JSON.stringify(statistics).length;
  }, 0);
}

/** Stores what a run found. `tx` must have locked the run's task, which is active. */
export async function saveResults(
  tx: EntityManager,
  id: string,
  results: readonly NewBacktestResult[],
  end: {
    readonly summary: object;
    readonly combined: object;
    readonly skipped: readonly SkippedStock[];
  },
): Promise<void> {
  for (const [position, result] of results.entries()) {
    await sql`
      insert into backtest_result (
        backtest_id, position, symbol, stock_id, bars_revision, start_date, end_date, statistics, dropped_orders,
        pending, warnings, trade_count, days, equity, buy_and_hold, trades
      )
      select
        ${id}, ${position}, ${result.symbol}, (select id from stock where id = ${result.stockId}),
        ${result.barsRevision}, ${result.startDate}::date, ${result.endDate}::date,
        ${JSON.stringify(result.statistics)}::jsonb, ${result.droppedOrders}, ${result.pending},
        ${result.warnings}::text[], ${result.tradeCount}, ${toBytes(result.days)}::bytea,
        ${toBytes(result.equity)}::bytea, ${toBytes(result.buyAndHold)}::bytea, ${toBytes(result.trades)}::bytea
    `.execute(tx.getKysely());
  }
  await sql`
    update backtest set
      summary = ${JSON.stringify(end.summary)}::jsonb, combined = ${JSON.stringify(end.combined)}::jsonb, skipped = ${JSON.stringify(end.skipped)}::jsonb,
      result_bytes = ${sizeOf(results)}
    where id = ${id}
  `.execute(tx.getKysely());
}

/**
 * Deletes the oldest backtests of a user until the results of all take at most `maxBytes`. Those without results stay.
 * `tx` must have locked the user's row.
 * @param newestId the backtest that was just stored: it is the last one to go, whenever it was requested
 */
export async function removeOldest(
  tx: EntityManager,
  userId: string,
  newestId: string,
  maxBytes: number,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, sum(result_bytes) over (order by id = ${newestId} desc, created_at desc, id desc) as bytes
      from backtest where user_id = ${userId} and result_bytes > 0
    ) newest_first
    where bytes > ${maxBytes}
  `.execute(tx.getKysely());
  const ids = rows.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += maxRemovedPerStatement) {
    await tx.nativeDelete(Backtest, { id: { $in: ids.slice(start, start + maxRemovedPerStatement) } });
  }
}

/** Stores the stocks that a failed run left out. */
export async function saveSkipped(
  em: EntityManager,
  id: string,
  skipped: readonly SkippedStock[],
): Promise<void> {
  await em.nativeUpdate(Backtest, { id }, { skipped: [...skipped] });
}

export async function listResults(em: EntityManager, id: string): Promise<BacktestResultRow[]> {
  const { rows } = await sql<BacktestResultRow>`
    select
      symbol, start_date as "startDate", end_date as "endDate", statistics, dropped_orders as "droppedOrders", pending,
      warnings, trade_count as "tradeCount"
    from backtest_result where backtest_id = ${id} order by position
  `.execute(em.getKysely());
  return rows;
}

/** The trades of one stock, as columns one after the other, and the days of the run's bars. */
export async function readTrades(
  em: EntityManager,
  id: string,
  symbol: string,
): Promise<{ days: Int32Array; trades: Float64Array } | null> {
  const { rows } = await sql<{ days: Buffer; trades: Buffer }>`
    select days, trades from backtest_result where backtest_id = ${id} and symbol = ${symbol}
  `.execute(em.getKysely());
  const [row] = rows;
  return row ? { days: integersFromBytes(row.days), trades: floatsFromBytes(row.trades) } : null;
}

/** The equity of one stock at each bar of the run. */
export async function readEquity(
  em: EntityManager,
  id: string,
  symbol: string,
): Promise<Pick<NewBacktestResult, 'days' | 'equity' | 'buyAndHold'> | null> {
  const { rows } = await sql<{ days: Buffer; equity: Buffer; buyAndHold: Buffer }>`
    select days, equity, buy_and_hold as "buyAndHold" from backtest_result
    where backtest_id = ${id} and symbol = ${symbol}
  `.execute(em.getKysely());
  const [row] = rows;
  return row
    ? {
        days: integersFromBytes(row.days),
        equity: floatsFromBytes(row.equity),
        buyAndHold: floatsFromBytes(row.buyAndHold),
      }
    : null;
}
