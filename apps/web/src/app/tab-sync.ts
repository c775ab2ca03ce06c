import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/** Changes of one moment go out together. */
const collectMs = 50;

/** Whether two tabs have the same user: a browser may hold several. */
function channelName(userId: string): string {
  return `stockbook.${userId}`;
}

/** A query client that shares what it changes or invalidates with the user's other tabs, which fetch it again. */
export class SharingQueryClient extends QueryClient {
  /** Tells of a query that this tab has changed. */
  #tell: ((queryHash: string, queryKey: QueryKey) => void) | null = null;

  // The cache has no event for a query that is invalid already, as it is while an earlier change is being fetched.
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const { queryHash, queryKey } of this.getQueryCache().findAll(filters)) {
      this.#tell?.(queryHash, queryKey);
    }
    return this.#refetch(filters, options);
  }

  /**
   * Refetches active queries. TanStack Query joins a first fetch in progress, whose response may be older than the
   * change: such a query is fetched once more.
   */
  async #refetch<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (firstFetches.length === 0) return;
    await super.invalidateQueries({ predicate: (query) => firstFetches.includes(query) }, options);
  }

  /** Begins to share. Returns the function that ends it. */
  share(userId: string): () => void {
    const channel = new BroadcastChannel(channelName(userId));
    const changed = new Map<string, QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;

    this.#tell = (queryHash, queryKey) => {
      changed.set(queryHash, queryKey);
      timer ??= setTimeout(() => {
        timer = undefined;
        channel.postMessage([...changed.values()]);
        changed.clear();
      }, collectMs);
    };
    const unsubscribe = this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return;
      this.#tell?.(event.query.queryHash, event.query.queryKey);
    });
    channel.onmessage = ({ data }: MessageEvent<QueryKey[]>) => {
      for (const queryKey of data) void this.#refetch({ queryKey, exact: true });
    };
    return () => {
      clearTimeout(timer);
      this.#tell = null;
      unsubscribe();
      channel.close();
    };
  }
}
