import { describe, it } from 'vitest';
import { checkRandomBooks, checkRandomSplits } from '../testing/check-random-books.ts';

/** `MOVE_RUNS` moves more books in: 10,000 take some minutes. */
const runs = Number(process.env.MOVE_RUNS ?? 1_500);

describe('compare', () => {
  it('finds no difference in many random books', { timeout: 300_000 }, () => checkRandomBooks(runs));

  it('finds no difference in many splits, however they are told', { timeout: 300_000 }, () =>
    checkRandomSplits(runs),
  );
});
