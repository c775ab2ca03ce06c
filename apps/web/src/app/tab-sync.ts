import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Changes of one moment go out together. */
const collectMs = 50;

/** Whether two tabs have the same user: a browser may hold several. */
function channelName(userId: string): string {
  return `stockbook.${userId}`;
}

/**
 * Shares what a tab changes or invalidates in its query cache with the user's other tabs, which fetch it again. Returns
 * the function that ends it.
 */
export function shareChanges(queryClient: QueryClient, userId: string): () => void {
  const channel = new BroadcastChannel(channelName(userId));
  const changed = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReceiving = false;

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (isReceiving || event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type !== 'invalidate' && !(action.type === 'success' && action.manual)) return;
    changed.set(query.queryHash, query.queryKey);
    timer ??= setTimeout(() => {
      timer = undefined;
      channel.postMessage([...changed.values()]);
      changed.clear();
    }, collectMs);
  });

  channel.onmessage = ({ data }: MessageEvent<QueryKey[]>) => {
    isReceiving = true;
    for (const queryKey of data) void queryClient.invalidateQueries({ queryKey, exact: true });
    isReceiving = false;
  };
  return () => {
    clearTimeout(timer);
    unsubscribe();
    channel.close();
  };
}
