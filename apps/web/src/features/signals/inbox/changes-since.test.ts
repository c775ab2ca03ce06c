import { expect, it } from 'vitest';
import { changeSince } from './changes-since.ts';

it('compares the last close with that of the signal, as if later splits had been before it', () => {
  const signal = { close: 100, bar_date: '2026-06-01' };
  expect(changeSince(signal, 104.2, [])).toBeCloseTo(4.2);
  const split = { ex_date: '2026-07-01', numerator: 10, denominator: 1 };
  expect(changeSince(signal, 10.42, [split])).toBeCloseTo(4.2);
  expect(changeSince(signal, 104.2, [{ ...split, ex_date: '2026-06-01' }])).toBeCloseTo(4.2);
});
