import { backtestRepository } from '@stockbook/db';
import { dateOfDay, type UnpackedTrade, unpackTrades } from '@stockbook/rules/simulate';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { findBacktest } from './find-backtest.ts';
import type { TradeList, tradesInput } from './schemas.ts';

/**
 * Returns the trades of a backtest of the caller, in the order of the results, then by entry.
 * @throws AppError NOT_FOUND
 */
export async function getTrades(
  { em, user }: UserContext,
  { backtestId, symbol, limit = Number.POSITIVE_INFINITY, offset = 0 }: z.output<typeof tradesInput>,
): Promise<TradeList> {
  await findBacktest(em, user.id, backtestId);
  const all = await backtestRepository.listResults(em, backtestId);
  const results = symbol === undefined ? all : all.filter((result) => result.symbol === symbol);
  if (symbol !== undefined && results.length === 0) throw notFound('Stock');
  const trades: TradeList['trades'] = [];
  let before = 0;
  for (const { symbol: of, tradeCount } of results) {
    const from = Math.max(0, offset - before);
    const to = Math.min(tradeCount, offset + limit - before);
    before += tradeCount;
    if (from >= to) continue;
    const packed = await backtestRepository.readTrades(em, backtestId, of);
    if (!packed) continue;
    const { days } = packed;
    for (const trade of unpackTrades(packed.trades, from, to)) trades.push(presentTrade(of, trade, days));
  }
  return { trades, total: before };
}

function presentTrade(
  symbol: string,
  { entry_bar, entry_price, exit_bar, ...trade }: UnpackedTrade,
  days: Int32Array,
): TradeList['trades'][number] {
  const dateAt = (bar: number) => dateOfDay(days[bar] ?? 0);
  const entry = { entry_bar, entry_date: dateAt(entry_bar), entry_price };
  return { symbol, ...entry, exit_bar, exit_date: exit_bar === null ? null : dateAt(exit_bar), ...trade };
}
