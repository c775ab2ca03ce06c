import { expect, it } from 'vitest';
import { readRule } from './read-rule.ts';

it('reads a text once', () => {
  const { rule } = readRule('close > 1');
  expect(rule).not.toBeNull();
  expect(readRule('close > 1').rule).toBe(rule);
});

it('forgets the texts that were not read for the longest time', () => {
  const first = readRule('close > 2').rule;
  const padding = ' '.repeat(1_900);
  for (let level = 0; level < 200; level++) readRule(`close > ${level}.5${padding}`);
  expect(readRule('close > 2').rule).toEqual(first);
  expect(readRule('close > 2').rule).not.toBe(first);
});
