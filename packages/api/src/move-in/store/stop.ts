import { AppError } from '../../errors.ts';
import type { Comparison } from '../compare/compare.ts';
import type { PlanReport } from '../schemas.ts';

/** @throws AppError CONFLICT if a question is open, or balances differ without the consent */
export function assertCommittable(
  { questions, comparison }: Pick<PlanReport, 'questions' | 'comparison'>,
  acceptDifferences: boolean,
): void {
  const open = questions.filter((question) => question.default === null && question.answer === null).length;
  if (open > 0) throw openQuestions(open);
  if (!comparison.equal && !acceptDifferences) throw differentBalances(comparison.differences.length);
}

export const openQuestions = (count: number) =>
  new AppError(
    'CONFLICT',
    count === 1 ? '1 question is open' : `${count.toLocaleString('en-US')} questions are open`,
  );

const differentBalances = (count: number) =>
  new AppError(
    'CONFLICT',
    `${count === 1 ? '1 balance differs' : `${count.toLocaleString('en-US')} balances differ`}. Tick "Move in anyway" to go on`,
  );

/** The comparison of the stored rows is not the one that the user has seen, or has not agreed to. */
export class UnseenComparison extends Error {
  override readonly name = 'UnseenComparison';
  readonly comparison: Comparison;

  constructor(comparison: Comparison) {
    super(differentBalances(comparison.differences.length).message);
    this.comparison = comparison;
  }
}

/** @throws UnseenComparison */
export function assertSeen(
  comparison: Comparison,
  seen: PlanReport['comparison'],
  acceptDifferences: boolean,
): void {
  if (comparison.equal) return;
  const isSame = JSON.stringify(textsOf(comparison)) === JSON.stringify(textsOf(seen));
  if (!acceptDifferences || !isSame) throw new UnseenComparison(comparison);
}

const textsOf = ({ differences }: Pick<Comparison, 'differences'>) =>
  differences.map(({ account, security, currency, theirs, ours }) =>
    [account, security, currency, theirs, ours].join(' '),
  );
