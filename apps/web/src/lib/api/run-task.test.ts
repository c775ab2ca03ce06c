import type { StockTask } from '@stockbook/api/schemas';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signedInSession } from '#testing/signed-in.tsx';
import { stockTask } from '#testing/tasks.ts';
import { createApiClient } from './api-client.ts';
import { runTask, TaskFailure, type TaskKind, TaskTimeout } from './run-task.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const client = createApiClient(signedInSession());

function run(overrides: Partial<TaskKind<string, StockTask>> = {}, signal = new AbortController().signal) {
  const states: string[] = [];
  const kind: TaskKind<string, StockTask> = {
    start: async (_, input) => input,
    check: async () => stockTask('SUCCESS'),
    intervalMs: 1000,
    startMessage: (error) => `not started: ${error}`,
    checkMessage: (error) => (error instanceof TaskTimeout ? 'timed out' : `not checked: ${error}`),
    failureMessage: () => 'failed',
    ...overrides,
  };
  const result = runTask(kind, client, 't', { signal, onState: ({ status }) => states.push(status) });
  // Prevents an unhandled rejection: the test awaits `result` only after advancing the clock.
  result.catch(() => {});
  return { states, result };
}

describe('runTask', () => {
  it('checks immediately and at every interval, reports every state and resolves with the last', async () => {
    const check = vi.fn(async () => stockTask('SUCCESS'));
    check.mockResolvedValueOnce(stockTask('PENDING')).mockResolvedValueOnce(stockTask('PROGRESS'));
    const { states, result } = run({ check });
    await vi.advanceTimersByTimeAsync(999);
    expect(check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(check).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5000);
    await expect(result).resolves.toEqual(stockTask('SUCCESS'));
    expect(states).toEqual(['PENDING', 'PROGRESS', 'SUCCESS']);
    expect(check).toHaveBeenCalledTimes(3);
  });

  it('rejects at the time-out, also while a check is pending', async () => {
    const check = vi.fn(async () => stockTask('PENDING'));
    const { result } = run({ check, timeoutMs: 3500 });
    await vi.advanceTimersByTimeAsync(3500);
    await expect(result).rejects.toThrow('timed out');
    expect(check).toHaveBeenCalledTimes(4);

    const hanging = run({
      check: () => new Promise((resolve) => setTimeout(resolve, 9000, stockTask('SUCCESS'))),
      timeoutMs: 3500,
    });
    await vi.advanceTimersByTimeAsync(9000);
    await expect(hanging.result).rejects.toThrow('timed out');
    expect(hanging.states).toEqual([]);
  });

  it('stops polling when a check fails', async () => {
    const check = vi.fn(async () => stockTask('PENDING'));
    check.mockResolvedValueOnce(stockTask('PENDING')).mockRejectedValueOnce('lost');
    const { result } = run({ check });
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(result).rejects.toThrow(new TaskFailure('not checked: lost'));
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('rejects with the reason of the aborted signal', async () => {
    const controller = new AbortController();
    const check = vi.fn(async () => stockTask('PENDING'));
    const { result } = run({ check }, controller.signal);
    await vi.advanceTimersByTimeAsync(500);
    controller.abort(new Error('left the page'));
    await expect(result).rejects.toThrow('left the page');
    await vi.advanceTimersByTimeAsync(5000);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('does not poll when the signal is aborted during the start', async () => {
    const controller = new AbortController();
    const check = vi.fn(async () => stockTask('PENDING'));
    const { result, states } = run({ check }, controller.signal);
    controller.abort(new Error('left the page'));
    await expect(result).rejects.toThrow('left the page');
    expect(check).not.toHaveBeenCalled();
    expect(states).toEqual([]);
  });

  it('rejects with the message of the kind when the task fails or cannot be started', async () => {
    await expect(run({ check: async () => stockTask('FAILURE') }).result).rejects.toThrow(
      new TaskFailure('failed'),
    );
    await expect(run({ start: () => Promise.reject('no') }).result).rejects.toThrow(
      new TaskFailure('not started: no'),
    );
    const start = () => Promise.reject(new TaskFailure('on the list'));
    await expect(run({ start }).result).rejects.toThrow(new TaskFailure('on the list'));
  });
});
