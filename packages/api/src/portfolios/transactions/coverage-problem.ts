import { formatDay } from '@stockbook/common/days';
import { type CoverageInput, findUncovered, type Uncovered } from '@stockbook/portfolio';

/** A book before and after a change of it. */
export interface ChangedBook {
  readonly before: CoverageInput;
  readonly after: CoverageInput;
}

/**
 * The first sale or transfer that a change leaves uncovered. A book that was uncovered before, because a source has
 * changed its splits, stays changeable.
 */
export function findCoverageProblem({ before, after }: ChangedBook): Uncovered | null {
  const uncovered = findUncovered(after);
  return uncovered && !isOld(uncovered, findUncovered(before)) ? uncovered : null;
}

function isOld(after: Uncovered, before: Uncovered | null): boolean {
  return (
    before !== null &&
    before.transactionId === after.transactionId &&
    Number(before.missing) >= Number(after.missing)
  );
}

/** The error of a change that leaves a sale uncovered which it does not name. */
export function laterSale({ date }: Pick<Uncovered, 'date'>): string {
  return `Then the sale of ${formatDay(date)} would exceed the shares you held`;
}

/** The error of a sale that is added or changed. */
export function newSale({ missing, symbol, date }: Uncovered): string {
  const number = Number(missing).toLocaleString('en-US', { maximumFractionDigits: 10 });
  const shares = `${number} more ${number === '1' ? 'share' : 'shares'}`;
  return `You would have sold ${shares} of ${symbol} than you held on ${formatDay(date)}`;
}
