import { hourMs } from '@stockbook/common/durations';
import { priceBarRepository } from '@stockbook/db';
import { columnsReadBy, describeRule, describeTooFewBars, printRule, ruleLookBack } from '@stockbook/rules';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { findTrackedStock } from '../../watch-list/find-tracked-stock.ts';
import { readCondition } from '../read-condition.ts';
import { evaluateRules } from './evaluate-rule.ts';
import { maxPreviewDates, type previewInput, type RulePreview } from './schemas.ts';
import { whatFollowed } from './what-followed.ts';

/**
 * Evaluates a rule on all bars of a tracked stock. Stores nothing.
 * @throws AppError BAD_REQUEST if the rule is not valid or takes too long, NOT_FOUND if the caller does not track the
 *   stock
 */
export async function previewRule(
  ctx: UserContext,
  { when, symbol, since }: z.output<typeof previewInput>,
): Promise<RulePreview> {
  const rule = readCondition('when', when);
  const stock = await findTrackedStock(ctx, symbol);
  const bars = await priceBarRepository.readColumns(ctx.em, stock.id, { columns: columnsReadBy(rule) });
  const { date, close } = bars;
  const text = printRule(rule);
  const after = since === undefined ? -1 : countBefore(date, since) - 1;
  const {
    results: [result],
  } = await evaluateRules(
    bars,
    [{ text, everyBar: false, after, maxEvents: maxPreviewDates }],
    ctx.services.calculationBudgets.previewMs,
    ctx.user.id,
    ctx.clientSignal(),
  );
  if (!result) {
    throw fieldError(
      'when',
      `This rule takes too long on ${describeYears(date)} of prices. Use fewer or shorter indicators`,
    );
  }
  return {
    when: text,
    sentence: describeRule(rule),
    dates: result.events.map(({ bar, values }) => ({
      date: date[bar] ?? '',
      close: close[bar] ?? 0,
      values: [...values],
    })),
    after: spans.map((bars) =>
      whatFollowed(
        close,
        bars,
        result.events.map(({ bar }) => bar),
        after + 1,
      ),
    ),
    total: result.total,
    is_true_now: result.trueSince !== null,
    look_back: ruleLookBack(rule),
    since: since ?? date[0] ?? null,
    problem: describeTooFewBars(rule, stock.symbol, date.length),
  };
}

/** Bars after a date. */
const spans = [5, 20];

function countBefore(dates: readonly string[], date: string): number {
  const index = dates.findIndex((day) => day >= date);
  return index === -1 ? dates.length : index;
}

/** The time from the first to the last of the dates: `36 years`. */
function describeYears(dates: readonly string[]): string {
  const hours = (Date.parse(dates.at(-1) ?? '') - Date.parse(dates[0] ?? '')) / hourMs;
  const years = Math.max(1, Math.round(hours / (365.25 * 24)));
  return years === 1 ? '1 year' : `${years} years`;
}
