import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PollOptions, PollTimeout, pollTask } from './poll-task.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function poll(check: () => Promise<string>, options: Partial<PollOptions<string>> = {}) {
  const states: string[] = [];
  const result = pollTask({
    check,
    isOver: (state) => state === 'over',
    onState: (state) => states.push(state),
    intervalMs: 1000,
    ...options,
  });
  // Prevents an unhandled rejection: the test awaits `result` only after advancing the clock.
  result.catch(() => {});
  return { states, result };
}

describe('pollTask', () => {
  it('checks immediately and at every interval, reports every state and resolves with the last', async () => {
    const check = vi.fn(async () => 'over');
    check.mockResolvedValueOnce('one').mockResolvedValueOnce('two');
    const { states, result } = poll(check);
    await vi.advanceTimersByTimeAsync(999);
    expect(check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(check).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5000);
    await expect(result).resolves.toBe('over');
    expect(states).toEqual(['one', 'two', 'over']);
    expect(check).toHaveBeenCalledTimes(3);
  });

  it('rejects at the timeout, also while a check is pending', async () => {
    const check = vi.fn(async () => 'going');
    const { result } = poll(check, { timeoutMs: 3500 });
    await vi.advanceTimersByTimeAsync(3500);
    await expect(result).rejects.toThrow(PollTimeout);
    expect(check).toHaveBeenCalledTimes(4);

    const hanging = poll(() => new Promise((resolve) => setTimeout(resolve, 9000, 'over')), {
      timeoutMs: 3500,
    });
    await vi.advanceTimersByTimeAsync(9000);
    await expect(hanging.result).rejects.toThrow(PollTimeout);
    expect(hanging.states).toEqual([]);
  });

  it('rejects with the error of a failed check', async () => {
    const check = vi.fn(async () => 'going');
    check.mockResolvedValueOnce('going').mockRejectedValueOnce(new Error('lost'));
    const { result } = poll(check);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(result).rejects.toThrow('lost');
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('rejects with the reason of the aborted signal', async () => {
    const controller = new AbortController();
    const check = vi.fn(async () => 'going');
    const { result } = poll(check, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(500);
    controller.abort(new Error('left the page'));
    await expect(result).rejects.toThrow('left the page');
    await vi.advanceTimersByTimeAsync(5000);
    expect(check).toHaveBeenCalledTimes(1);
  });
});
