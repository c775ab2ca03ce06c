import { describe, it } from 'vitest';
import { checkRandomBooks, checkRandomSplits } from '../testing/check-random-books.ts';

const runs = 10_000;

describe('compare', () => {
  it('finds no difference in many random books', { timeout: 300_000 }, () => checkRandomBooks(runs));

  it('finds no difference in many splits, however they are told', { timeout: 300_000 }, () =>
    checkRandomSplits(runs),
  );
});
