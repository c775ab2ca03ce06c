import type { StockTask } from '@stockbook/api/schemas';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addStock, type StockProgress, type StockTaskCalls } from './add-stock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function task(status: StockTask['status'], result: StockTask['result'] = null): StockTask {
  return { task_id: 't', status, message: '', result };
}

/** Runs `addStock` for `ms`; resolves with the progress shown and the outcome. */
async function add(calls: Partial<StockTaskCalls>, ms = 120_000) {
  const shown: StockProgress[] = [];
  const result = addStock(
    {
      start: async () => ({ data: { task_id: 't' }, message: '' }),
      check: async () => task('SUCCESS'),
      ...calls,
    },
    (progress) => shown.push(progress),
  );
  const end = result.then(
    () => 'added',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(ms);
  return {
    shown: shown.map(({ message }) => message),
    percents: shown.map(({ percent }) => percent),
    end: await end,
  };
}

describe('addStock', () => {
  it('shows each step and ends with success', async () => {
    const check = vi.fn(async () => task('SUCCESS', { status: 'Done', symbol: 'AAPL', rows: 9 }));
    check.mockResolvedValueOnce(task('PENDING'));
    check.mockResolvedValueOnce(task('PROGRESS', { status: 'Storing prices', current: 1, total: 3 }));
    const { shown, percents, end } = await add({ check });
    expect(shown).toEqual(['Adding stock...', 'Fetching historical data...', 'Storing prices']);
    expect(percents).toEqual([null, null, 33]);
    expect(end).toBe('added');
    expect(check).toHaveBeenCalledTimes(3);
  });

  it('rejects with the error of the failed task', async () => {
    const failed = await add({ check: async () => task('FAILURE', { error: 'No stock found for "XYZ"' }) });
    expect(failed.end).toBe('No stock found for "XYZ"');
    expect((await add({ check: async () => task('FAILURE') })).end).toBe('Failed to fetch stock data');
  });

  it('stops polling when the task check fails', async () => {
    const check = vi.fn(async () => Promise.reject(new Error('lost')));
    expect((await add({ check })).end).toBe('Failed to check task status');
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('times out after a minute', async () => {
    const check = vi.fn(async () => task('PENDING'));
    expect((await add({ check })).end).toBe('Request timed out. Stock may still be processing.');
    expect(check).toHaveBeenCalledTimes(60);
  });

  it('rejects with the message of a response without a task', async () => {
    const message = 'AAPL is already on your watch list';
    expect((await add({ start: async () => ({ message }) })).end).toBe(message);
    expect((await add({ start: async () => ({ message: '' }) })).end).toBe('Failed to add stock');
  });

  it('rejects with the reason of a failed call if it is known', async () => {
    const failed = await add({ start: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(failed.end).toBe('The server cannot be reached. Check your connection and try again.');
    expect((await add({ start: () => Promise.reject(new Error('?')) })).end).toBe('Failed to add stock');
  });
});
