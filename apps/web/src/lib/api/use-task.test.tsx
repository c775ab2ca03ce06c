import type { StockTask } from '@stockbook/api/schemas';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SignedIn } from '#testing/signed-in.tsx';
import { stockTask } from '#testing/tasks.ts';
import type { TaskKind } from './run-task.ts';
import { useTask } from './use-task.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const callbacks = { onSuccess: vi.fn(), onFailure: vi.fn() };
const check = vi.fn<() => Promise<StockTask>>();
const kind: TaskKind<string, StockTask> = {
  start: vi.fn(async () => 't'),
  check,
  intervalMs: 1000,
  startMessage: () => 'not started',
  checkMessage: () => 'not checked',
  failureMessage: () => 'failed',
};

async function advance(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

type Options = Partial<Parameters<typeof useTask<string, StockTask>>[1]>;

/** Renders the hook; the checks of its task return these states, one a second. */
function mount(states: StockTask['status'][], options: Options) {
  check.mockReset();
  for (const status of states) check.mockResolvedValueOnce(stockTask(status));
  return renderHook((props) => useTask(kind, { ...callbacks, ...props }), {
    wrapper: SignedIn,
    initialProps: options,
  });
}

async function open(states: StockTask['status'][], options: Options = {}) {
  const hook = mount(states, options);
  act(() => hook.result.current.start('AAPL'));
  return hook;
}

it('follows a task that the server already runs, once', async () => {
  const { result, rerender } = mount(['PENDING', 'SUCCESS'], { taskId: 't' });
  await advance(0);
  expect(result.current.state).toEqual({ status: 'running', input: null, task: stockTask('PENDING') });
  await advance(1000);
  expect(result.current.state).toMatchObject({ status: 'done', input: null });
  expect(callbacks.onSuccess).toHaveBeenCalledWith(stockTask('SUCCESS'), null);
  check.mockResolvedValueOnce(stockTask('FAILURE'));
  rerender({ taskId: 't' });
  expect(result.current.state).toMatchObject({ status: 'done' });
  rerender({ taskId: 'next' });
  await advance(0);
  expect(result.current.state).toMatchObject({ status: 'failed', input: null });
  expect(kind.start).not.toHaveBeenCalled();
});

it('ignores the id of the task that it has started', async () => {
  const { result, rerender } = await open(['PENDING', 'SUCCESS']);
  await advance(0);
  rerender({ taskId: 't' });
  await advance(1000);
  expect(result.current.state).toMatchObject({ status: 'done', input: 'AAPL' });
  await advance(1000);
  expect(check).toHaveBeenCalledTimes(2);
});

it('passes through every state and ends with the result', async () => {
  const { result } = await open(['PENDING', 'SUCCESS']);
  expect(result.current).toMatchObject({ state: { status: 'starting', input: 'AAPL' }, isBusy: true });
  await advance(0);
  expect(result.current).toMatchObject({
    state: { status: 'running', task: stockTask('PENDING') },
    isBusy: true,
  });
  await advance(1000);
  expect(result.current).toMatchObject({
    state: { status: 'done', task: stockTask('SUCCESS') },
    isBusy: false,
  });
  expect(callbacks.onSuccess.mock.calls).toEqual([[stockTask('SUCCESS'), 'AAPL']]);
  act(() => result.current.reset());
  expect(result.current.state).toEqual({ status: 'idle' });
});

it('ignores a second start while a task is running', async () => {
  const { result } = await open(['PENDING', 'PENDING', 'PENDING']);
  act(() => result.current.start('MSFT'));
  await advance(1000);
  expect(result.current.state).toMatchObject({ input: 'AAPL' });
  expect(check).toHaveBeenCalledTimes(2);
});

it('starts another task after a failure', async () => {
  const { result } = await open(['FAILURE', 'SUCCESS']);
  await advance(0);
  expect(result.current.state).toEqual({ status: 'failed', input: 'AAPL', message: 'failed' });
  expect(callbacks.onFailure).toHaveBeenCalledOnce();
  act(() => result.current.start('MSFT'));
  await advance(0);
  expect(result.current.state).toMatchObject({ status: 'done', input: 'MSFT' });
});

it('fails when handling the result fails', async () => {
  const onSuccess = () => Promise.reject(new Error('broken'));
  const { result } = await open(['SUCCESS'], { onSuccess });
  await advance(0);
  expect(result.current).toMatchObject({ state: { message: 'not started' }, isBusy: false });
});

it('continues polling after the component has unmounted', async () => {
  const { unmount } = await open(['PENDING', 'SUCCESS']);
  await advance(0);
  unmount();
  await advance(1000);
  expect(callbacks.onSuccess).toHaveBeenCalledOnce();
});

it('stops polling on unmount if it has onAbandon', async () => {
  const onAbandon = vi.fn();
  const { unmount } = await open(['PENDING', 'SUCCESS'], { onAbandon });
  await advance(0);
  unmount();
  expect(onAbandon).toHaveBeenCalledOnce();
  await advance(5000);
  expect(check).toHaveBeenCalledTimes(1);
  expect(callbacks.onSuccess).not.toHaveBeenCalled();
  expect(callbacks.onFailure).not.toHaveBeenCalled();
});

it('stops polling when onAbandon changes, and calls it only for a running task', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { result, rerender, unmount } = await open(['PENDING', 'SUCCESS'], { onAbandon: first });
  await advance(0);
  rerender({ onAbandon: second });
  expect(first).toHaveBeenCalledOnce();
  expect(result.current.state).toEqual({ status: 'idle' });
  unmount();
  expect(second).not.toHaveBeenCalled();
});
