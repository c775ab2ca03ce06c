import { expect, it } from 'vitest';
import { chartColors } from '#testing/chart-colors.ts';
import { labelsWithRoom, lineOf } from './level-drawing.ts';

it('leaves out the labels that would cover those before them or the last price', () => {
  expect(labelsWithRoom([100, 110, 117, 40], 300, [50])).toEqual([true, false, true, false]);
});

it('leaves out the labels of lines beyond the axis', () => {
  expect(labelsWithRoom([-1, 0, 300, 301, null], 300, [])).toEqual([false, true, true, false, false]);
});

it('marks the label of a level that is checked during the session with a clock', () => {
  const titleOf = (isDuringSession: boolean) =>
    lineOf({ id: 'rule', price: 100, isDraft: false, isDuringSession }, chartColors).title;
  expect([titleOf(false), titleOf(true)]).toEqual(['', '◷']);
});
