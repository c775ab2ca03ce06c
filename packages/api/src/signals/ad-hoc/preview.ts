import { priceBarRepository } from '@stockbook/db';
import {
  columnsReadBy,
  describeRule,
  describeTooFewBars,
  evaluateInThread,
  printRule,
  ruleLookBack,
} from '@stockbook/rules';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findTrackedStock } from '../../watch-list/find-tracked-stock.ts';
import { readCondition } from '../read-condition.ts';
import { assertEvaluated } from './assert-evaluated.ts';
import { maxPreviewDates, type previewInput, type RulePreview } from './schemas.ts';

/** A request must be answered within 5 s. */
const maxDurationMs = 3_000;

/**
 * Evaluates a rule on all bars of a tracked stock. Stores nothing.
 * @throws AppError BAD_REQUEST if the rule is not valid, NOT_FOUND if the caller does not track the stock
 */
export async function previewRule(
  ctx: UserContext,
  { when, symbol, since }: z.output<typeof previewInput>,
): Promise<RulePreview> {
  const rule = readCondition('when', when);
  const stock = await findTrackedStock(ctx, symbol);
  const bars = await priceBarRepository.readColumns(ctx.em, stock.id, { columns: columnsReadBy(rule) });
  const { date, open, high, low, close, volume } = bars;
  const text = printRule(rule);
  const { results } = await evaluateInThread(
    {
      bars: { open, high, low, close, volume },
      rules: [
        {
          text,
          everyBar: false,
          after: since === undefined ? -1 : countBefore(date, since) - 1,
          maxEvents: maxPreviewDates,
        },
      ],
      maxDurationMs,
    },
    ctx.user.id,
  );
  const result = assertEvaluated(results[0]);
  return {
    when: text,
    sentence: describeRule(rule),
    dates: result.events.map(({ bar, values }) => ({
      date: date[bar] ?? '',
      close: close[bar] ?? 0,
      values: [...values],
    })),
    total: result.total,
    is_true_now: result.trueSince !== null,
    look_back: ruleLookBack(rule),
    since: since ?? date[0] ?? null,
    problem: describeTooFewBars(rule, stock.symbol, date.length),
  };
}

/** The number of dates before `date`. */
function countBefore(dates: readonly string[], date: string): number {
  const index = dates.findIndex((day) => day >= date);
  return index === -1 ? dates.length : index;
}
