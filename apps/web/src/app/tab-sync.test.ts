import { QueryObserver } from '@tanstack/react-query';
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

it('fetches once more what a change has overtaken during its first fetch', async () => {
  const client = new SharingQueryClient();
  let stored = 'old';
  const answers: (() => void)[] = [];
  const read = async () => {
    const answer = stored;
    await new Promise<void>((resolve) => answers.push(resolve));
    return answer;
  };
  const observer = new QueryObserver(client, { queryKey, queryFn: read });
  onTestFinished(observer.subscribe(() => {}));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  stored = 'new';
  const isCurrent = client.invalidateQueries({ queryKey });
  answers[0]?.();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await isCurrent;
  expect(observer.getCurrentResult().data).toBe('new');
});
