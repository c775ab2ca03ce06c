import { randomUUID } from 'node:crypto';
import { priceBarRepository, type WatchedStock, watchListRepository } from '@stockbook/db';
import { columnsReadBy, describeTooFewBars, printRule, type Rule, type RuleResult } from '@stockbook/rules';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { readCondition } from '../read-condition.ts';
import { findListOfScope } from '../rules/rule-scope.ts';
import { evaluateRules } from './evaluate-rule.ts';
import { readColumn, type ScreenColumn } from './read-column.ts';
import type { ScreenResult, screenInput } from './schemas.ts';
import { beginScreen, endScreen, type ScreenRun } from './screen-runs.ts';

/** Stocks whose bars are read while another is evaluated. */
const maxParallelStocks = 4;

/** The rules that a screen evaluates on each stock. */
interface Screening {
  readonly rule: Rule | null;
  readonly columns: readonly ScreenColumn[];
}

/**
 * Finds the stocks of a list on whose last bar a rule is true, and the values of columns on it. Stores nothing. A user
 * has two screens at a time: more would take all connections to the database. A newer screen with the same `run` ends
 * this one.
 * @throws AppError BAD_REQUEST if a rule is not valid, NOT_FOUND if the list is unknown, TOO_MANY_REQUESTS
 */
export async function screenList(
  ctx: UserContext,
  { when, scope, list_id, columns, run: name = randomUUID() }: z.output<typeof screenInput>,
): Promise<ScreenResult> {
  const screening = {
    rule: when === undefined ? null : readCondition('when', when),
    columns: columns.map((text, index) => readColumn(`columns[${index}]`, text)),
  };
  const listId = await findListOfScope(ctx.em, ctx.user.id, { scope, list_id });
  const run = beginScreen(ctx.user.id, name);
  try {
    const leave = await ctx.services.largeReads.enter(`${ctx.user.id} screen ${run.slot}`, randomUUID());
    try {
      const watched = await watchListRepository.listWatched(ctx.em, ctx.user.id, listId ?? undefined);
      const stocks = watched.filter(({ isFavorite }) => scope !== 'favorites' || isFavorite);
      return await screenStocks(ctx, screening, stocks, run);
    } finally {
      leave();
    }
  } finally {
    endScreen(ctx.user.id, run);
  }
}

/** Skips the stocks that are left when the time for the screen is used up, or a newer screen has begun. */
async function screenStocks(
  { em, user, clientSignal, services: { calculationBudgets } }: UserContext,
  { rule, columns }: Screening,
  stocks: readonly WatchedStock[],
  run: ScreenRun,
): Promise<ScreenResult> {
  const rules = [...(rule ? [rule] : []), ...columns.map((column) => column.rule)];
  const read = [...new Set(rules.flatMap(columnsReadBy))];
  const matches: ScreenResult['matches'] = [];
  const values: ScreenResult['values'] = [];
  const skipped: ScreenResult['skipped'] = [];
  let leftMs = calculationBudgets.screenMs;
  const signal = clientSignal();
  // One after the other: each may use the time that the previous ones have left.
  const queue = pLimit(1);
  const screen = async ({ stockId, symbol, barCount }: WatchedStock) => {
    signal.throwIfAborted();
    const tooFewBars = rule && describeTooFewBars(rule, symbol, barCount);
    if (tooFewBars !== null) skipped.push({ symbol, reason: tooFewBars });
    if (tooFewBars !== null && columns.length === 0) return;
    const skip = (reason: string) => {
      if (tooFewBars === null) skipped.push({ symbol, reason });
    };
    if (run.isReplaced) return skip('A newer screen has begun');
    if (leftMs <= 0) return skip(usedUp);
    const bars = await priceBarRepository.readColumns(em, stockId, { columns: read });
    const { date, close } = bars;
    const evaluated = await queue(async () => {
      const requests = rules.map((other) => ({
        text: printRule(other),
        everyBar: false,
        after: date.length,
        maxEvents: 0,
      }));
      const answer = await evaluateRules(bars, requests, leftMs, user.id, signal);
      leftMs -= answer.usedMs;
      return answer.results;
    });
    const results = evaluated.filter((result) => result !== null);
    if (results.length < evaluated.length) return skip(usedUp);
    const ofColumns = results.slice(rule ? 1 : 0);
    if (columns.length > 0) {
      values.push({
        symbol,
        values: columns.map((column, index) => columnValue(column, ofColumns[index], symbol, barCount)),
      });
    }
    const trueSince = rule && results[0]?.trueSince;
    if (!trueSince) return;
    matches.push({
      symbol,
      since: date[trueSince.bar] ?? '',
      close: close.at(-1) ?? 0,
      values: [...trueSince.values],
    });
  };
  await pLimit(maxParallelStocks).map(stocks, screen);
  return {
    matches: matches.sort(bySymbol),
    total: matches.length,
    values: values.sort(bySymbol),
    skipped: skipped.sort(bySymbol),
  };
}

const usedUp = 'The time for this screen was used up';

/** The value of a column on the last bar, 1 or 0 for a rule; null if it is unknown. */
function columnValue(
  { rule, operand }: ScreenColumn,
  result: RuleResult | undefined,
  symbol: string,
  barCount: number,
): number | null {
  const trueSince = result?.trueSince ?? null;
  if (operand !== null) return trueSince?.values.find((value) => value.operand === operand)?.now ?? null;
  return describeTooFewBars(rule, symbol, barCount) === null ? Number(trueSince !== null) : null;
}

function bySymbol(a: { symbol: string }, b: { symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1;
}
