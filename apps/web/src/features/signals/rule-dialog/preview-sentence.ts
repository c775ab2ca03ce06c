import type { RulePreview } from '@stockbook/api/schemas';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';

/** How often a rule became true: "True 14 times since 2016, last on Nov 3, 2026". */
export function previewSentence({ total, since, dates, problem, is_true_now }: RulePreview): string {
  if (problem !== null) return problem;
  const span = since === null ? '' : ` since ${since.slice(0, 4)}`;
  const now = is_true_now ? '. True at the last close' : '';
  if (total === 0) return `Never became true${span}${now}`;
  const last = formatDate(dates.at(-1)?.date);
  return total === 1
    ? `True once${span}, on ${last}${now}`
    : `True ${formatCount(total)} times${span}, last on ${last}${now}`;
}
