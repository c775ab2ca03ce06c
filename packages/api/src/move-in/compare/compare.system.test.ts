import { describe, it } from 'vitest';
import { checkRandomBooks, checkRandomSplits } from '../testing/check-random-books.ts';

/** `MOVE_RUNS` sets another number: 10,000 books and 10,000 splits take 70 s. */
const runs = Number(process.env.MOVE_RUNS ?? 3_000);

describe('compare', () => {
  it('finds no difference in many random books', { timeout: 300_000 }, () => checkRandomBooks(runs));

  it('finds no difference in many splits, however they are told', { timeout: 300_000 }, () =>
    checkRandomSplits(runs),
  );
});
