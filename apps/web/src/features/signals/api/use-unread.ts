import { trpc } from '#lib/api/trpc.ts';

/** How often the count is fetched while the page is visible. */
const refetchIntervalMs = 60_000;

/** The number of unread entries in the inbox; undefined until the server has answered. */
export function useUnread(): number | undefined {
  const { data } = trpc.signals.list.useQuery(
    { unread: true, limit: 1 },
    { refetchInterval: refetchIntervalMs, refetchOnWindowFocus: 'always' },
  );
  return data?.unread;
}
