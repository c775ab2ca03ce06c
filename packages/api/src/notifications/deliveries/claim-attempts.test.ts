import { expect, it } from 'vitest';
import { nextAttemptAfter } from './claim-attempts.ts';

const now = new Date('2026-11-20T22:00:00Z');
const minutesUntil = (attempts: number, random: number) => {
  const next = nextAttemptAfter(attempts, now, random);
  return next && (next.getTime() - now.getTime()) / 60_000;
};

it('waits as Standard Webhooks recommends, and gives up after ten attempts', () => {
  const waits = Array.from({ length: 10 }, (_, index) => minutesUntil(index + 1, 0.5));
  expect(waits).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440, null]);
});

it('varies each wait by up to a tenth', () => {
  expect([minutesUntil(4, 0), minutesUntil(4, 1)]).toEqual([108, 132]);
});
