import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { Stock } from '../entities/stock.entity.ts';

export function findBySymbol(em: EntityManager, symbol: string): Promise<Stock | null> {
  return em.findOne(Stock, { symbol });
}

/** A stock by its symbol, or by the ISIN somebody added it with. */
export function findBySymbolOrIsin(em: EntityManager, symbolOrIsin: string): Promise<Stock | null> {
  return em.findOne(
    Stock,
    { $or: [{ symbol: symbolOrIsin }, { isin: symbolOrIsin }] },
    { orderBy: { id: 'asc' } },
  );
}

export type StockFacts = Pick<
  Stock,
  'symbol' | 'name' | 'isin' | 'exchange' | 'sector' | 'industry' | 'currency' | 'type' | 'timezone'
>;

/**
 * The stock of a symbol, made or brought up to the provider's facts. A fact the provider no longer knows
 * (an ISIN above all: Yahoo never returns it) keeps its earlier value. Safe when many ask at once.
 */
export async function upsertFacts(em: EntityManager, facts: StockFacts, now: Date): Promise<Stock> {
  const { symbol, name, ...others } = facts;
  const known = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  await em.upsert(
    Stock,
    {
      symbol,
      name,
      isin: null,
      exchange: null,
      sector: null,
      industry: null,
      currency: null,
      type: null,
      timezone: null,
      ...known,
      isActive: true,
      refreshDueAt: now,
      createdAt: now,
    },
    {
      onConflictFields: ['symbol'],
      onConflictAction: 'merge',
      onConflictMergeFields: ['name', 'isActive', ...(Object.keys(known) as (keyof StockFacts)[])],
    },
  );
  return em.findOneOrFail(Stock, { symbol }, { refresh: true });
}

/**
 * Stocks that somebody tracks and whose next refresh is due, the longest overdue first. Each once, however many
 * people track it.
 */
export async function listDueForRefresh(em: EntityManager, now: Date, limit: number): Promise<Stock[]> {
  return em.find(
    Stock,
    { refreshDueAt: { $lte: now }, id: { $in: raw('(select stock_id from user_stock)') } },
    { orderBy: { refreshDueAt: 'asc' }, limit },
  );
}
