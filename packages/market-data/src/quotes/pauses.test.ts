import { hourMs, minuteMs } from '@stockbook/common/durations';
import { expect, it } from 'vitest';
import { nextPause, type QuotePause } from './pauses.ts';

const start = new Date('2026-11-20T15:00:00Z');
const later = (date: Date, ms: number) => new Date(date.getTime() + ms);
const minutesOf = ({ until }: QuotePause, now: Date) => (until.getTime() - now.getTime()) / minuteMs;

it('lengthens the pause with each refusal, up to an hour', () => {
  const minutes: number[] = [];
  let pause: QuotePause | null = null;
  for (let now = start; minutes.length < 6; now = pause.until) {
    pause = nextPause(pause, 'limited', now);
    minutes.push(minutesOf(pause, now));
  }
  expect(minutes).toEqual([5, 10, 20, 40, 60, 60]);
});

it('shortens the pause after an hour without a refusal', () => {
  const before = { until: start, seconds: 2400, reason: 'limited' };
  const after = (ms: number) => minutesOf(nextPause(before, 'limited', later(start, ms)), later(start, ms));
  expect([after(hourMs - 1), after(hourMs)]).toEqual([60, 5]);
});

it('ends the pause at the time that the source names if that is later', () => {
  const pauseUntil = (retryAt: Date) => nextPause(null, 'limited', start, retryAt).until;
  expect(pauseUntil(later(start, hourMs))).toEqual(later(start, hourMs));
  expect(pauseUntil(later(start, minuteMs))).toEqual(later(start, 5 * minuteMs));
});
