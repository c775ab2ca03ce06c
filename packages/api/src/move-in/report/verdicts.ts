import type { PlannedLine } from '../plan/plan.ts';

/** Numbers of lines by verdict. */
export interface VerdictCounts {
  readonly new: number;
  readonly already_there: number;
  readonly skipped: number;
  readonly problem: number;
}

export function countVerdicts(lines: readonly Pick<PlannedLine, 'verdict'>[]): VerdictCounts {
  const count = (verdict: PlannedLine['verdict']) => lines.filter((line) => line.verdict === verdict).length;
  return {
    new: count('new'),
    already_there: count('already_there'),
    skipped: count('skipped'),
    problem: count('problem'),
  };
}

/** One sentence of all lines: `1,204 lines: 1,180 new · 3 already there · 19 skipped · 2 problems`. */
export function summarize(counts: VerdictCounts): string {
  const text = (number: number) => number.toLocaleString('en-US');
  const sum = counts.new + counts.already_there + counts.skipped + counts.problem;
  const parts = [
    `${text(counts.new)} new`,
    ...(counts.already_there === 0 ? [] : [`${text(counts.already_there)} already there`]),
    ...(counts.skipped === 0 ? [] : [`${text(counts.skipped)} skipped`]),
    ...(counts.problem === 0
      ? []
      : [`${text(counts.problem)} ${counts.problem === 1 ? 'problem' : 'problems'}`]),
  ];
  return `${text(sum)} ${sum === 1 ? 'line' : 'lines'}: ${parts.join(' · ')}`;
}
