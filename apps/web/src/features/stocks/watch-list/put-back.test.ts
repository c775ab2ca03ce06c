import { expect, it } from 'vitest';
import { putBack } from './put-back.ts';

it.each([
  ['in the middle', 'A C', 'A B C', 'B', 'A B C'],
  ['at the beginning', 'B C', 'A B C', 'A', 'A B C'],
  ['one behind the other', 'A D', 'A B C D', 'B C', 'A B C D'],
  ['behind their neighbour in another order', 'C A', 'A B C', 'B', 'C A B'],
  ['besides a stock that came since', 'A X C', 'A B C', 'B', 'A B X C'],
  ['on a list that is empty now', '', 'A B', 'A B', 'A B'],
  ['only if they were on the list', 'A', 'A', 'B', 'A'],
])('puts stocks back %s', (_, present, before, missing, expected) => {
  const words = (text: string) => text.split(' ').filter(Boolean);
  expect(putBack(words(present), words(before), words(missing)).join(' ')).toBe(expected);
});
