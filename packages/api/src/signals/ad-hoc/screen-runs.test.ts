import { expect, it } from 'vitest';
import { beginScreen, endScreen } from './screen-runs.ts';

it('ends the screen of the same name, and gives two others a slot each before one waits', () => {
  const first = beginScreen('user', 'list');
  const other = beginScreen('user', 'other');
  const newer = beginScreen('user', 'list');
  const third = beginScreen('user', 'third');
  expect([first, other, newer, third].map(({ isReplaced }) => isReplaced)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([first, other, newer, third].map(({ slot }) => slot)).toEqual([0, 1, 0, 0]);
  expect(beginScreen('another user', 'list').slot).toBe(0);
  for (const run of [first, other, newer, third]) endScreen('user', run);
  expect(beginScreen('user', 'other')).toMatchObject({ slot: 0, isReplaced: false });
});
