import { EventEmitter } from 'node:events';
import { deviceFlag, fetchFlag, moveFlag, runFlag } from '@stockbook/api';
import { expect, it } from 'vitest';
import { shareSlots } from './share-slots.ts';

/** A worker with this number of slots, and what its jobs report. */
function workerOf(concurrency: number) {
  const events = new EventEmitter();
  const forbidden = shareSlots(events, concurrency);
  const jobOf = (user: string, kind?: string) => ({
    job: { flags: { [`user:${user}`]: true, ...(kind === undefined ? {} : { [kind]: true }) } },
  });
  return {
    start: (user: string, kind?: string) => events.emit('job:start', jobOf(user, kind)),
    end: (user: string, kind?: string) => events.emit('job:complete', jobOf(user, kind)),
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

it.each([
  ['backtest or sweep', runFlag],
  ['fetch', fetchFlag],
])('starts no %s in the last slot, whichever users have the others', async (_, flag) => {
  const worker = workerOf(4);
  for (const user of ['a', 'b', 'c']) {
    expect(await worker.forbidden()).not.toContain(flag);
    worker.start(user, flag);
  }
  expect(await worker.forbidden()).toContain(flag);
  worker.start('d');
  worker.end('a', flag);
  expect(await worker.forbidden()).not.toContain(flag);
});

it('runs the moves of all users one at a time', async () => {
  const worker = workerOf(4);
  expect(await worker.forbidden()).not.toContain(moveFlag);
  worker.start('a', moveFlag);
  expect(await worker.forbidden()).toContain(moveFlag);
  worker.end('a', moveFlag);
  expect(await worker.forbidden()).not.toContain(moveFlag);
});

it('sends to many devices in half of the slots', async () => {
  const worker = workerOf(4);
  worker.start('a', deviceFlag);
  expect(await worker.forbidden()).not.toContain(deviceFlag);
  worker.start('b', deviceFlag);
  expect(await worker.forbidden()).toContain(deviceFlag);
  worker.end('a', deviceFlag);
  expect(await worker.forbidden()).not.toContain(deviceFlag);
});
