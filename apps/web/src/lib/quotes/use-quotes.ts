import type { Quote } from '@stockbook/api/schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { useCallback, useSyncExternalStore } from 'react';
import type { ApiClient } from '../api/api-client.ts';
import { serverNow } from '../api/server-clock.ts';
import { serverStatus } from '../api/server-error.ts';
import { useApiClient } from '../api/trpc.ts';
import { pageClock } from '../session/page-session.ts';
import { retryAfterMs } from '../session/server-unavailable.ts';
import { useIsOffline } from '../session/session-context.ts';
import { type QuoteStatus, QuoteStore } from './quote-store.ts';
import { noteWhetherOff } from './quotes-off.ts';

interface StoreOfPage {
  readonly store: QuoteStore;
  readonly isOffline: boolean;
}

/** The cache of queries lives as long as a sign-in; the client of the hooks is another object in each component. */
const stores = new WeakMap<QueryClient, StoreOfPage>();

function onWake(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function describeFailure(error: unknown) {
  const response = error instanceof TRPCClientError ? error.meta?.response : undefined;
  return {
    isAnswered: serverStatus(error) !== null,
    retryAfterMs: response instanceof Response ? retryAfterMs(response) : 0,
  };
}

function createStore(client: ApiClient, isOffline: boolean, known: ReadonlyMap<string, Quote>): QuoteStore {
  return new QuoteStore({
    load: async (symbols) => {
      const list = await client.quotes.list.query({ symbols });
      if (!isOffline) noteWhetherOff(list);
      return list;
    },
    clock: pageClock,
    serverNow,
    // The device answers from memory, without a network.
    isAwake: () => document.visibilityState === 'visible' && (isOffline || navigator.onLine),
    describeFailure,
    onWake,
    known,
  });
}

const noQuotes: ReadonlyMap<string, Quote> = new Map();

/** The prices now, by symbol; none before a component has asked for one. */
export function currentQuotes(queryClient: QueryClient): ReadonlyMap<string, Quote> | null {
  return stores.get(queryClient)?.store.all() ?? null;
}

/**
 * The prices of the page; one store for each sign-in. When the server can be reached again, another one asks for all
 * prices at once.
 */
export function useQuoteStore(): QuoteStore {
  const queryClient = useQueryClient();
  const client = useApiClient();
  const isOffline = useIsOffline();
  const present = stores.get(queryClient);
  if (present?.isOffline === isOffline) return present.store;
  const store = createStore(client, isOffline, present?.store.all() ?? noQuotes);
  stores.set(queryClient, { store, isOffline });
  return store;
}

/** The last quote of a symbol, which is requested while the component shows; null until there is one. */
export function useQuote(symbol: string): Quote | null {
  const store = useQuoteStore();
  const subscribe = useCallback((onChange: () => void) => store.watch(symbol, onChange), [store, symbol]);
  return useSyncExternalStore(subscribe, () => store.get(symbol));
}

/** The last quotes, with those of these symbols, which are requested while the component shows. */
export function useQuotes(symbols: readonly string[]): ReadonlyMap<string, Quote> {
  const store = useQuoteStore();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const leaves = symbols.map((symbol) => store.watch(symbol, onChange));
      return () => {
        for (const leave of leaves) leave();
      };
    },
    [store, symbols],
  );
  return useSyncExternalStore(subscribe, store.all);
}

/** The part of the last answer that concerns all quotes. */
export function useQuoteStatus(): QuoteStatus {
  const store = useQuoteStore();
  return useSyncExternalStore(store.watchStatus, store.status);
}
