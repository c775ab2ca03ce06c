import type { IndicatorTask } from '@stockbook/api/schemas';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followCalculation, progressPercent } from './calculate.ts';

describe('progressPercent', () => {
  it.each([
    ['PENDING', null, 10],
    ['PROGRESS', null, 50],
    ['PROGRESS', { current: 0, total: 0 }, 50],
    ['PROGRESS', { current: 1, total: 3 }, 33],
    ['PROGRESS', { current: 99, total: 100 }, 90],
    ['SUCCESS', null, 100],
    ['FAILURE', null, 0],
    ['Unknown', null, 0],
  ])('%s with %j is %d', (status, info, percent) => {
    expect(progressPercent({ status, info })).toBe(percent);
  });
});

describe('followCalculation', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function task(status: IndicatorTask['status'], rest: Partial<IndicatorTask> = {}): IndicatorTask {
    return { task_id: 't', status, message: '', info: null, result: null, error: null, ...rest };
  }

  async function follow(check: () => Promise<IndicatorTask>) {
    const percents: number[] = [];
    const following = followCalculation(
      check,
      (percent) => percents.push(percent),
      new AbortController().signal,
    );
    const end = following.then(
      (result) => result,
      (error: Error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(20_000);
    return { percents, end: await end };
  }

  it('polls every two seconds until the task has a result', async () => {
    const result = { indicator_id: 'i', indicator_name: 'RSI', rows: 5 };
    const check = vi.fn(async () => task('SUCCESS', { result }));
    check.mockResolvedValueOnce(task('PENDING'));
    check.mockResolvedValueOnce(task('PROGRESS', { info: { current: 1, total: 2 } }));
    expect(await follow(check)).toEqual({ percents: [10, 50, 100], end: result });
    expect(check).toHaveBeenCalledTimes(3);
  });

  it('rejects with the error of the failed task', async () => {
    expect((await follow(async () => task('FAILURE', { error: 'Too few bars' }))).end).toBe('Too few bars');
    expect((await follow(async () => task('FAILURE'))).end).toBe('Task failed');
  });

  it('stops polling when the task check fails', async () => {
    const check = vi.fn(async () => Promise.reject(new Error('lost')));
    expect((await follow(check)).end).toBe('Failed to fetch task status');
    expect(check).toHaveBeenCalledTimes(1);
  });
});
