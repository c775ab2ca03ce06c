import { randomUUID } from 'node:crypto';
import { priceBarRepository, userStockRepository, type WatchedStock } from '@stockbook/db';
import { columnsReadBy, describeTooFewBars, printRule, type Rule } from '@stockbook/rules';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { readCondition } from '../read-condition.ts';
import { evaluateRule } from './evaluate-rule.ts';
import type { ScreenResult, screenInput } from './schemas.ts';

/** Stocks whose bars are read while another is evaluated. */
const maxParallelStocks = 4;

/**
 * Finds the stocks of a list on whose last bar a rule is true. Stores nothing. A user's screens follow one another:
 * together they would take all connections to the database.
 * @throws AppError BAD_REQUEST if the rule is not valid, TOO_MANY_REQUESTS
 */
export async function screenList(
  ctx: UserContext,
  { when, scope }: z.output<typeof screenInput>,
): Promise<ScreenResult> {
  const rule = readCondition('when', when);
  const leave = await ctx.services.largeReads.enter(`${ctx.user.id} screen`, randomUUID());
  try {
    return await screenStocks(ctx, rule, scope);
  } finally {
    leave();
  }
}

/** Skips the stocks that are left when the time for the screen is used up or the client has disconnected. */
async function screenStocks(
  { em, user, hasClientLeft, services: { calculationBudgets } }: UserContext,
  rule: Rule,
  scope: z.output<typeof screenInput>['scope'],
): Promise<ScreenResult> {
  const text = printRule(rule);
  const columns = columnsReadBy(rule);
  const watched = await userStockRepository.listWatched(em, user.id);
  const stocks = watched.filter(({ isFavorite }) => scope === 'watch_list' || isFavorite);
  const matches: ScreenResult['matches'] = [];
  const skipped: ScreenResult['skipped'] = [];
  let leftMs = calculationBudgets.screenMs;
  // One after the other: each may use the time that the previous ones have left.
  const queue = pLimit(1);
  const screen = async ({ stockId, symbol, barCount }: WatchedStock) => {
    const tooFewBars = describeTooFewBars(rule, symbol, barCount);
    if (tooFewBars !== null) return skipped.push({ symbol, reason: tooFewBars });
    const usedUp = { symbol, reason: 'The time for this screen was used up' };
    if (leftMs <= 0 || hasClientLeft()) return skipped.push(usedUp);
    const bars = await priceBarRepository.readColumns(em, stockId, { columns });
    const { date, close } = bars;
    const result = await queue(async () => {
      const request = { text, everyBar: false, after: date.length, maxEvents: 0 };
      const evaluated = await evaluateRule(bars, request, leftMs, user.id);
      leftMs -= evaluated.usedMs;
      return evaluated.result;
    });
    if (!result) return skipped.push(usedUp);
    const { trueSince } = result;
    if (!trueSince) return;
    matches.push({
      symbol,
      since: date[trueSince.bar] ?? '',
      close: close.at(-1) ?? 0,
      values: [...trueSince.values],
    });
  };
  await pLimit(maxParallelStocks).map(stocks, screen);
  return { matches: matches.sort(bySymbol), total: matches.length, skipped: skipped.sort(bySymbol) };
}

function bySymbol(a: { symbol: string }, b: { symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1;
}
