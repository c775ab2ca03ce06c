import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { formatDate } from '#lib/format/dates.ts';
import { formatPlainMoney } from './format.ts';

type DayProblem = PortfolioPerformance['problems'][number];

function describeDay({ date, kind, amount }: DayProblem, currency: string): string {
  const day = formatDate(date);
  if (kind === 'loss_beyond_capital') {
    return `On ${day} more was lost than there was. The day counts 1 in the TTWROR.`;
  }
  const money = `${formatPlainMoney(Math.abs(amount), currency)} ${currency}`;
  return amount < 0
    ? `${day}: ${money} went out on a day without capital. It counts as loss, not in the TTWROR.`
    : `${day}: ${money} came in on a day without capital. It counts as gain, not in the TTWROR.`;
}

const twrSentences = {
  no_capital: 'There is no day with capital: nothing was held that a return could be measured on.',
  no_deposits: 'Cash is tracked, but no deposit was entered: there is no capital to measure a return on.',
} as const;

const irrSentences = {
  no_flows: 'No money came or went: there is no rate.',
  no_sign_change: 'Money only went one way: there is no rate.',
  several_rates:
    'Two rates fit your payments; this is the one nearest to zero. The TTWROR has no such doubt.',
  out_of_range: 'The yearly rate is beyond any scale. Look at the period’s return.',
} as const;

/** Why the time-weighted return does not exist; null if it does. */
export function describeTwrProblem({ twr_problem: problem }: PortfolioPerformance): string | null {
  return problem && twrSentences[problem];
}

/** A remark on the internal rate, or why it does not exist; null without one. */
export function describeIrrProblem({ irr_problem: problem }: PortfolioPerformance): string | null {
  return problem && irrSentences[problem];
}

/** Why the comparison with the benchmark ends or does not exist; null if it is complete. */
export function describeBenchmarkProblem({ benchmark }: PortfolioPerformance): string | null {
  if (!benchmark?.problem) return null;
  const day = formatDate(benchmark.problem_date ?? benchmark.reference_day);
  return benchmark.problem === 'ran_out'
    ? `The benchmark would have run out of money on ${day}.`
    : `${benchmark.symbol} has no prices on ${day}.`;
}

/** The days that count 1 in the time-weighted return, in words. */
export function describeDays({ problems }: PortfolioPerformance, currency: string): readonly string[] {
  return problems.map((problem) => describeDay(problem, currency));
}
