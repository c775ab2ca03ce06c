import { priceBarRepository, stockActionRepository, stockRepository } from '@stockbook/db';
import { useTestDatabase } from '@stockbook/db/testing';
import { Stock } from '@stockbook/db/testing/entities';
import {
  createProvider,
  type History,
  type HistoryOptions,
  type Instrument,
  type MarketDataProvider,
} from '@stockbook/market-data';
import { vi } from 'vitest';
import { silentObserver } from '../../testing/silent-observer.ts';
import type { FetchContext } from '../fetch-context.ts';
import { fetchHistory } from '../fetch-history.ts';

export const now = new Date('2026-11-21T12:00:00Z');

/** `count` consecutive days from 2020-01-01. */
export function daysFrom2020(count: number): string[] {
  return Array.from({ length: count }, (_, day) =>
    new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10),
  );
}

interface Sent {
  readonly dates: readonly string[];
  readonly close?: number;
  readonly rejectedDates?: readonly string[];
  readonly splits?: History['splits'];
  readonly dividends?: History['dividends'];
  readonly source?: History['source'];
  readonly facts?: Instrument;
  readonly pendingCloseDate?: string;
}

/** A stock, and a provider whose next history is the argument of `fetch`. */
export async function withProvider() {
  const { database } = await useTestDatabase();
  const simulated = createProvider({ mode: 'simulated', isProduction: false });
  const apple = await simulated.lookup('AAPL');
  let sent: Sent = { dates: [] };
  const requesters: (string | undefined)[] = [];
  const preferredSources: HistoryOptions['preferredSource'][] = [];
  const marketData: MarketDataProvider = {
    ...simulated,
    mode: 'yahoo',
    async history(_, { from = '', signal, requester, preferredSource } = {}) {
      signal?.throwIfAborted();
      requesters.push(requester);
      preferredSources.push(preferredSource);
      const date = sent.dates.filter((day) => day >= from);
      const price = date.map(() => sent.close ?? 10);
      return {
        instrument: sent.facts ?? apple,
        source: sent.source ?? 'yahoo',
        bars: { date, open: price, high: price, low: price, close: price, volume: price },
        splits: (sent.splits ?? []).filter(({ date }) => date >= from),
        dividends: (sent.dividends ?? []).filter(({ date }) => date >= from),
        rejectedDates: (sent.rejectedDates ?? []).filter((day) => day >= from),
        pendingCloseDate: sent.pendingCloseDate ?? null,
      };
    },
  };
  const em = database.fork();
  const { id } = await stockRepository.upsertFacts(em, apple, now);
  const context = (): Omit<FetchContext, 'signal'> => ({
    em: database.fork(),
    services: {
      database,
      marketData,
      clock: () => now,
      log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
      observer: silentObserver,
    },
    report: async () => {},
  });
  return {
    database,
    apple,
    requesters,
    preferredSources,
    stock: () => database.fork().findOneOrFail(Stock, { id }),
    bars: () => priceBarRepository.listDaily(database.fork(), id),
    splits: () => stockActionRepository.listSplits(database.fork(), id),
    dividends: () => stockActionRepository.listDividends(database.fork(), id),
    async fetch(history: Sent, signal = new AbortController().signal, userId?: string): Promise<Stock> {
      sent = history;
      const ctx = { ...context(), signal, userId };
      return fetchHistory(ctx, await ctx.em.findOneOrFail(Stock, { id }));
    },
  };
}
