import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { releaseIdleMemory } from './idle-memory.ts';

let processorMs = 0;
let stop = () => {};
const collect = vi.fn(() => {
  processorMs += 150;
});

/** Lets ten seconds pass, in which the process works for some time. */
function pass(workMs: number): void {
  processorMs += workMs;
  vi.advanceTimersByTime(10_000);
}

beforeEach(() => {
  vi.useFakeTimers();
  collect.mockClear();
  processorMs = 900;
  stop = releaseIdleMemory({ processorMs: () => processorMs, collect });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('gives back the memory of the start once the process is idle', () => {
  pass(300);
  expect(collect).not.toHaveBeenCalled();
  pass(20);
  expect(collect).toHaveBeenCalledOnce();
});

it('waits for more work before it collects again', () => {
  pass(20);
  for (let count = 0; count < 20; count += 1) pass(20);
  expect(collect).toHaveBeenCalledOnce();
  pass(2_000);
  pass(20);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('stops', () => {
  stop();
  pass(20);
  expect(collect).not.toHaveBeenCalled();
});
