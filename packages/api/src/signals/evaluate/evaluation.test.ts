import { expect, it } from 'vitest';
import { inTurns } from './evaluation.ts';

/** `a1:2024-01-02` is a rule of user a that has been evaluated up to that day. */
function orderOf(...rules: string[]): string {
  const watchers = rules.map((rule) => {
    const [id = '', evaluatedTo = null] = rule.split(':');
    return { id, userId: id.charAt(0), evaluatedTo };
  });
  return inTurns(watchers)
    .map(({ id }) => id)
    .join(' ');
}

it('lets users take turns', () => {
  expect(orderOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1')).toBe('a1 b1 c1 a2 b2 a3');
});

it('begins with what has waited longest, of a user and of all', () => {
  expect(orderOf('a1:2024-01-03', 'a2:2024-01-02', 'b1:2024-01-03', 'b2:2024-01-01')).toBe('b2 a2 b1 a1');
  expect(orderOf('a1:2024-01-02', 'b1')).toBe('b1 a1');
});
