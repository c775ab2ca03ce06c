import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** The symbols that a user has selected, and the last of them. The table and the list beside the chart share them. */
class SelectedStocks {
  last: string | null = null;
  #symbols: ReadonlySet<string> = new Set();
  readonly #listeners = new Set<() => void>();

  readonly get = (): ReadonlySet<string> => this.#symbols;

  set(symbols: ReadonlySet<string>): void {
    this.#symbols = symbols;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** A session has a query client of its own. */
const ofSessions = new WeakMap<QueryClient, SelectedStocks>();

function selectedIn(session: QueryClient): SelectedStocks {
  const selected = ofSessions.get(session) ?? new SelectedStocks();
  ofSessions.set(session, selected);
  return selected;
}

/** The selected symbols of the session, also those that the list on show does not have. */
export function useSelectedStocks(): { store: SelectedStocks; chosen: ReadonlySet<string> } {
  const store = selectedIn(useQueryClient());
  return { store, chosen: useSyncExternalStore(store.subscribe, store.get) };
}
