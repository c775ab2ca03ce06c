import { EventEmitter } from 'node:events';
import { runFlag } from '@stockbook/api';
import { expect, it } from 'vitest';
import { shareSlots } from './share-slots.ts';

/** A worker with this number of slots, and what its jobs report. */
function workerOf(concurrency: number) {
  const events = new EventEmitter();
  const forbidden = shareSlots(events, concurrency);
  const flagsOf = (user: string, isRun: boolean) => ({
    [`user:${user}`]: true,
    ...(isRun ? { [runFlag]: true } : {}),
  });
  return {
    start: (user: string, isRun = false) =>
      events.emit('job:start', { job: { flags: flagsOf(user, isRun) } }),
    end: (user: string, isRun = false) =>
      events.emit('job:complete', { job: { flags: flagsOf(user, isRun) } }),
    async forbidden() {
      const flags = await forbidden?.();
      events.emit('worker:getJob:empty');
      return flags;
    },
  };
}

it('gives a user half of the slots, and less beside others', async () => {
  const worker = workerOf(4);
  worker.start('a');
  expect(await worker.forbidden()).toEqual([]);
  worker.start('a');
  expect(await worker.forbidden()).toEqual(['user:a']);
  worker.start('b');
  expect(await worker.forbidden()).toEqual(['user:a', 'user:b']);
});

it('starts no backtest or sweep in the last slot, whichever users have the others', async () => {
  const worker = workerOf(4);
  for (const user of ['a', 'b', 'c']) {
    expect(await worker.forbidden()).not.toContain(runFlag);
    worker.start(user, true);
  }
  expect(await worker.forbidden()).toContain(runFlag);
  worker.start('d');
  worker.end('a', true);
  expect(await worker.forbidden()).not.toContain(runFlag);
});
