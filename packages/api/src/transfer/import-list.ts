import { type EntityManager, type ImportLine, userRepository, userStockRepository } from '@stockbook/db';
import { fillList } from '../lists/fill-list.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { finishLine, type ListItem } from './import-line.ts';

/** Symbols that a message names. */
const maxNamed = 10;

/**
 * Puts the stocks of a line on its list, those that are tracked already, too. A list of an unknown name is created; of
 * a known one, color and order stay.
 */
export function importList(ctx: TaskContext, line: ImportLine, item: ListItem): Promise<void> {
  const { em, userId, services } = ctx;
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    const tracked = await findTracked(tx, userId, item.stocks);
    const stocks = new Map(item.stocks.flatMap((key) => tracked.get(key) ?? []).map((it) => [it.id, it]));
    const actor = { user: { id: userId }, services };
    const { isNew, added, leftOut } = await fillList(tx, actor, item, [...stocks.keys()]);
    const hasChanged = isNew || added > 0;
    const untracked = item.stocks.filter((key) => !tracked.has(key));
    const full = leftOut.flatMap((id) => stocks.get(id)?.symbol ?? []);
    const maximum = services.quotas.stocksPerList.toLocaleString('en-US');
    const messages = [
      ...(hasChanged ? [] : [`You already have a list named "${item.name}"`]),
      ...(untracked.length === 0 ? [] : [`Without ${named(untracked)}: not on your watch list`]),
      ...(full.length === 0 ? [] : [`Without ${named(full)}: a list has at most ${maximum} stocks`]),
    ];
    await finishLine(tx, ctx, line, {
      verdict: hasChanged ? 'added' : 'already_there',
      symbol: null,
      message: messages.join('. ') || null,
    });
  });
}

/** The user's tracked stocks, by each symbol or ISIN that names them. */
async function findTracked(tx: EntityManager, userId: string, keys: readonly string[]) {
  const known = await userStockRepository.listKnown(tx, userId, keys);
  const tracked = known.filter(({ isTracked }) => isTracked);
  // Of several stocks with an ISIN, the oldest counts.
  return new Map(
    tracked
      .toReversed()
      .flatMap((stock) => [stock.isin, stock.symbol].flatMap((key) => (key === null ? [] : [[key, stock]]))),
  );
}

function named(symbols: readonly string[]): string {
  const shown = symbols.slice(0, maxNamed).join(', ');
  return symbols.length > maxNamed ? `${shown} and ${symbols.length - maxNamed} more` : shown;
}
