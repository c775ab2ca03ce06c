import { expect, it, onTestFinished, vi } from 'vitest';
import { SharingQueryClient } from './tab-sync.ts';

const queryKey = ['lists'];

/** A tab of one user that holds a query, and how often another tab made that query stale. */
function openTab() {
  const client = new SharingQueryClient();
  const stop = client.share('user');
  client.setQueryData(queryKey, 'loaded');
  let staleCount = 0;
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate') staleCount += 1;
  });
  onTestFinished(() => {
    stop();
    client.clear();
  });
  return { client, staleCount: () => staleCount };
}

it('tells other tabs of each change, also of one that follows while the one before is being fetched', async () => {
  const [own, other] = [openTab(), openTab()];
  await own.client.invalidateQueries({ queryKey });
  await vi.waitFor(() => expect(other.staleCount()).toBe(1));
  other.client.setQueryData(queryKey, 'fetched');
  await vi.waitFor(() => expect(own.client.getQueryState(queryKey)?.isInvalidated).toBe(true));
  await own.client.invalidateQueries({ queryKey });
  await vi.waitFor(() => expect(other.staleCount()).toBe(2));
});
