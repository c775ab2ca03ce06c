import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { Stock } from '../../entities/stocks.ts';
import type { Page } from '../page.ts';
import { barTables } from './bar-tables.ts';

type InstrumentFields =
  | 'id'
  | 'symbol'
  | 'name'
  | 'currency'
  | 'type'
  | 'isin'
  | 'sector'
  | 'industry'
  | 'quotedIn'
  | 'pricing'
  | 'terms'
  | 'remind'
  | 'dataStartDate'
  | 'dataEndDate'
  | 'lastClose'
  | 'barCount'
  | 'rejectedBars'
  | 'barsRevision'
  | 'createdAt';

/** An own instrument with what its user has of it. */
export interface InstrumentRow extends Pick<Stock, InstrumentFields> {
  readonly updatedAt: Date;
  readonly isTracked: boolean;
  readonly notes: string | null;
  /** Names of the portfolios with transactions in it. */
  readonly heldIn: string[];
}

interface Selection extends Page {
  readonly symbol?: string;
}

/** A page of a user's own instruments, by symbol, and their number. */
export async function listOfUser(
  em: EntityManager,
  userId: string,
  { symbol, limit, offset }: Selection = {},
): Promise<[InstrumentRow[], number]> {
  type Row = Omit<InstrumentRow, 'createdAt' | 'updatedAt'> & {
    createdAt: string;
    updatedAt: string;
    total: number;
  };
  const { rows } = await sql<Row>`
    select stock.id, stock.symbol, stock.name, stock.currency, stock.type, stock.isin, stock.sector, stock.industry,
      stock.quoted_in as "quotedIn", stock.pricing, stock.terms, stock.remind,
      stock.data_start_date as "dataStartDate", stock.data_end_date as "dataEndDate",
      stock.last_close as "lastClose", stock.bar_count as "barCount", stock.rejected_bars as "rejectedBars",
      stock.bars_revision as "barsRevision", stock.created_at as "createdAt",
      coalesce(stock.last_fetched_at, stock.created_at) as "updatedAt",
      link.user_id is not null as "isTracked", link.notes,
      coalesce((
        select json_agg(portfolio.name order by portfolio.name) from portfolio where portfolio.id in (
          select portfolio_id from transaction where transaction.stock_id = stock.id
        )
      ), '[]') as "heldIn", (count(*) over ())::int as total
    from stock left join user_stock link on link.stock_id = stock.id and link.user_id = stock.owner_id
    where stock.owner_id = ${userId} and stock.symbol = coalesce(${symbol ?? null}, stock.symbol)
    order by stock.symbol limit ${limit ?? null}::int offset ${offset ?? 0}::int
  `.execute(em.getKysely());
  const found = rows.map(({ total: _, createdAt, updatedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }));
  return [found, rows[0]?.total ?? 0];
}

export async function findOfUser(
  em: EntityManager,
  userId: string,
  symbol: string,
): Promise<InstrumentRow | null> {
  const [[found]] = await listOfUser(em, userId, { symbol });
  return found ?? null;
}

export function countOfUser(em: EntityManager, userId: string): Promise<number> {
  return em.count(Stock, { owner: userId });
}

/** The number of bars of a user's own instruments, without those of one of them. */
export async function countBars(em: EntityManager, userId: string, exceptId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(bar_count), 0)::int as count from stock
    where owner_id = ${userId} and id is distinct from ${exceptId}::int
  `.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

export type NewInstrument = Pick<
  Stock,
  'symbol' | 'name' | 'currency' | 'type' | 'isin' | 'sector' | 'industry'
> &
  Required<Pick<Stock, 'quotedIn' | 'pricing' | 'terms' | 'remind' | 'createdAt'>>;

/** Creates an own instrument without bars. `tx` must have locked the user's row. @returns its id */
export function add(tx: EntityManager, userId: string, instrument: NewInstrument): Promise<number> {
  return tx.insert(Stock, {
    ...instrument,
    owner: userId,
    exchange: 'Own',
    timezone: null,
    dataSource: 'own',
    isActive: true,
    refreshDueAt: instrument.createdAt,
  });
}

/** The fields of an instrument that can change. */
export type InstrumentChanges = Partial<
  Omit<NewInstrument, 'symbol' | 'createdAt'> & Pick<Stock, 'rejectedBars' | 'lastFetchedAt'>
>;

export async function change(tx: EntityManager, id: number, changes: InstrumentChanges): Promise<void> {
  await tx.nativeUpdate(Stock, { id }, changes);
}

/** The dividends of an own instrument are in its currency. */
export async function changeDividendCurrency(tx: EntityManager, id: number, currency: string): Promise<void> {
  await sql`update stock_dividend set currency = ${currency} where stock_id = ${id}`.execute(barTables(tx));
}

/**
 * Deletes an own instrument with its history, and takes it out of what may be without it. Signals and entries of the
 * journal keep their text.
 */
export async function remove(tx: EntityManager, id: number): Promise<void> {
  await removeHistories(tx, [id]);
  await tx.nativeDelete(Stock, { id });
}

/** Deletes the own instruments of a user with their histories, and first the portfolios that need them. */
export async function removeAll(tx: EntityManager, userId: string): Promise<void> {
  const own = await tx.find(Stock, { owner: userId }, { fields: ['id'] });
  if (own.length === 0) return;
  await sql`delete from portfolio where user_id = ${userId}`.execute(tx.getKysely());
  const ids = own.map(({ id }) => id);
  await removeHistories(tx, ids);
  await tx.nativeDelete(Stock, { id: { $in: ids } });
}

/** No foreign key deletes them: bars have none, nor has any table that Citus distributes. */
async function removeHistories(tx: EntityManager, ids: readonly number[]): Promise<void> {
  for (const table of [
    'price_bar',
    'packed_closes',
    'stock_split',
    'stock_dividend',
    'calculated_indicator',
  ]) {
    await sql`delete from ${sql.table(table)} where stock_id = any(${ids}::int[])`.execute(barTables(tx));
  }
}

/** An instrument whose prices follow those of a stock. */
export interface LinkedInstrument {
  readonly id: number;
  readonly factor: number;
  readonly add: number;
  readonly lastDate: string | null;
}

/** The instruments of all users that follow a stock of a source, locked until the transaction ends. */
export async function lockLinked(tx: EntityManager, symbol: string): Promise<LinkedInstrument[]> {
  const { rows } = await sql<LinkedInstrument>`
    select id, (terms ->> 'factor')::float8 as factor, (terms ->> 'add')::float8 as add,
      data_end_date as "lastDate"
    from stock where pricing = 'linked' and terms ->> 'symbol' = ${symbol} order by id for update
  `.execute(tx.getKysely());
  return rows;
}

/** Ids of the instruments whose prices grow by a rate and end before a day, a page after an id. */
export async function listGrowing(
  em: EntityManager,
  today: string,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stock
    where owner_id is not null and pricing = 'interest' and id > ${afterId}
      and coalesce(data_end_date < ${today}::date, true)
    order by id limit ${limit}
  `.execute(em.getKysely());
  return rows.map(({ id }) => id);
}

/** An instrument whose owner is to be reminded of the next price. */
export interface DueReminder {
  readonly id: number;
  readonly userId: string;
  readonly symbol: string;
  readonly name: string;
  readonly lastDate: string;
}

/**
 * The instruments with entered prices whose last one is an interval old, the same day of the month counting, or the
 * last one of a shorter month.
 */
export async function listDueReminders(em: EntityManager, today: string): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select id, owner_id as "userId", symbol, name, data_end_date as "lastDate" from stock
    where owner_id is not null and pricing = 'entered' and remind <> 'never' and data_end_date is not null
      and data_end_date + case remind
        when 'monthly' then interval '1 month' when 'quarterly' then interval '3 months' else interval '1 year'
      end <= ${today}::date
    order by id
  `.execute(em.getKysely());
  return rows;
}

/** The ids of instruments that have a notice of the day of their last price whose sentence begins with a text. */
export async function listReminded(
  em: EntityManager,
  due: readonly Pick<DueReminder, 'id' | 'lastDate'>[],
  beginning: string,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct signal.stock_id as id
    from unnest(${due.map(({ id }) => id)}::int[], ${due.map(({ lastDate }) => lastDate)}::date[])
        as due(id, last_date)
      join signal on signal.stock_id = due.id and signal.kind = 'notice' and signal.bar_date = due.last_date
        and starts_with(signal.sentence, ${beginning})
  `.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}
