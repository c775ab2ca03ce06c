import { priceBarRepository, type UserStock, userStockRepository } from '@stockbook/db';
import { columnsReadBy, describeTooFewBars, evaluateInThread, printRule } from '@stockbook/rules';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { readCondition } from '../read-condition.ts';
import type { ScreenResult, screenInput } from './schemas.ts';

/** Stocks whose bars are read while others are evaluated; the user's evaluations take turns. */
const maxParallelStocks = 4;

/** For one stock: a rule that takes longer is too slow for a list. */
const maxDurationMs = 1_000;

/**
 * Finds the stocks of a list on whose last bar a rule is true. Stores nothing.
 * @throws AppError BAD_REQUEST if the rule is not valid
 */
export async function screenList(
  { em, user }: UserContext,
  { when, scope }: z.output<typeof screenInput>,
): Promise<ScreenResult> {
  const rule = readCondition('when', when);
  const text = printRule(rule);
  const columns = columnsReadBy(rule);
  const links = await userStockRepository.listOfUser(em, user.id, {});
  const stocks = links
    .filter(({ isFavorite }) => scope === 'watch_list' || isFavorite)
    .map(({ stock }) => stock);
  const matches: ScreenResult['matches'] = [];
  const skipped: ScreenResult['skipped'] = [];
  const screen = async ({ id, symbol, barCount }: UserStock['stock']) => {
    const tooFewBars = describeTooFewBars(rule, symbol, barCount);
    if (tooFewBars !== null) return skipped.push({ symbol, reason: tooFewBars });
    const { date, open, high, low, close, volume } = await priceBarRepository.readColumns(em, id, {
      columns,
    });
    const { results } = await evaluateInThread(
      {
        bars: { open, high, low, close, volume },
        rules: [{ text, everyBar: false, after: date.length, maxEvents: 0 }],
        maxDurationMs,
      },
      user.id,
    );
    const [result] = results;
    if (!result || 'failure' in result) {
      return skipped.push({ symbol, reason: `Evaluating the rule on ${symbol} took too long` });
    }
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

function bySymbol(one: { symbol: string }, other: { symbol: string }): number {
  return one.symbol < other.symbol ? -1 : 1;
}
