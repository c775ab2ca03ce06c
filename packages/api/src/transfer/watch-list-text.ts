import { isOwn, type StockListContent, stockListRepository, watchListRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findList } from '../watch-list/find-list.ts';
import { exchangeTicker } from './parse/exchange-suffixes.ts';
import type { exportTextInput, textFile } from './schemas.ts';

/**
 * Writes the caller's watch list in TradingView's format: the stocks on no list first, then a line for each list, in
 * the lists' order.
 * @throws AppError NOT_FOUND if the list is unknown
 */
export async function exportText(
  { em, user }: UserContext,
  { list_id: listId }: z.output<typeof exportTextInput>,
): Promise<z.infer<typeof textFile>> {
  const stocks = await watchListRepository.listTickers(em, user.id);
  // TradingView knows no own instrument.
  const ofSources = stocks.filter(({ symbol }) => !isOwn(symbol));
  const names = new Map(ofSources.map(({ symbol, exchange }) => [symbol, exchangeTicker(symbol, exchange)]));
  const lineOf = (symbols: readonly string[]) => symbols.flatMap((symbol) => names.get(symbol) ?? []);
  const sectionOf = ({ name, symbols }: StockListContent) =>
    [`###${name.replaceAll(',', ' ')}`, ...lineOf(symbols)].join(',');
  if (listId !== undefined) return { text: `${sectionOf(await findList(em, user.id, listId))}\n` };
  const lists = await stockListRepository.listWithSymbols(em, user.id, {});
  const listed = new Set(lists.flatMap(({ symbols }) => symbols));
  const others = lineOf([...names.keys()].filter((symbol) => !listed.has(symbol)));
  const lines = [...(others.length > 0 ? [others.join(',')] : []), ...lists.map(sectionOf)];
  return { text: lines.map((line) => `${line}\n`).join('') };
}
