import { withStockLock } from '@stockbook/db';
import { useTestDatabase } from '@stockbook/db/testing';
import { expect, it } from 'vitest';
import { timeoutError } from './errors.ts';

it('names the other task as the reason when the wait for its lock on a stock exceeds the time limit', async () => {
  const { database } = await useTestDatabase();
  await withStockLock(database, 'AAPL', new AbortController().signal, async () => {
    const timeLimit = new AbortController();
    const waiting = withStockLock(database, 'AAPL', timeLimit.signal, async () => {});
    timeLimit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    const thrown: unknown = await waiting.catch((error: unknown) => error);
    expect(timeoutError(thrown)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'It took too long: another task was still fetching this stock. Try again shortly',
    });
  });
});
