import { expect, it } from 'vitest';
import { labelsWithRoom } from './level-drawing.ts';

it('leaves out the labels that would cover those before them or the last price', () => {
  expect(labelsWithRoom([100, 110, 117, 40], 300, [50])).toEqual([true, false, true, false]);
});

it('leaves out the labels of lines beyond the axis', () => {
  expect(labelsWithRoom([-1, 0, 300, 301, null], 300, [])).toEqual([false, true, true, false, false]);
});
