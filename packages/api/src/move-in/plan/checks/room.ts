import type { NeutralBook } from '../../form.ts';
import type { PlanFacts } from '../facts.ts';
import type { MovePlan } from '../plan.ts';

/** Prices of an own instrument. */
const maxBars = 20_000;

/** Names what a plan makes more of than the user may still add. */
export function roomWarnings(
  { securities: given, lists }: Pick<NeutralBook, 'securities' | 'lists'>,
  plan: Pick<MovePlan, 'portfolios' | 'securities' | 'transactions' | 'lines'>,
  { room, ownSymbols }: Pick<PlanFacts, 'room' | 'ownSymbols'>,
): string[] {
  const { portfolios, securities, transactions, lines } = plan;
  const isNewLine = new Set(lines.flatMap(({ line, verdict }) => (verdict === 'new' ? line.key : [])));
  const added = transactions.filter(({ line }) => line === null || isNewLine.has(line));
  const byPortfolio = Map.groupBy(added, ({ portfolio }) => portfolio);
  const used = portfolios.filter(({ key }) => byPortfolio.has(key));
  const isNew = used.some(({ existing }) => existing === null);
  const own = securities.filter(
    ({ status, symbol }) => status === 'own' && symbol !== null && !ownSymbols.includes(symbol),
  );
  const stocks = securities.filter(({ status }) => ['known', 'new', 'own'].includes(status)).length;
  const pricesOf = new Map(given.map(({ key, prices }) => [key, prices.days.length]));
  const bars = own.map(({ key }) => pricesOf.get(key) ?? 0);
  const beyond = (count: number, left: number, thing: string, place = '') =>
    count <= left
      ? []
      : [
          `This move adds ${format(count)} ${thing}${count === 1 ? '' : 's'}${place}, and there is room for ${format(Math.max(0, left))}`,
        ];
  return [
    ...beyond(used.filter(({ existing }) => existing === null).length, room.portfolios, 'portfolio'),
    ...beyond(added.length, room.transactions, 'transaction'),
    ...used.flatMap(({ key, name }) => {
      const count = byPortfolio.get(key)?.length ?? 0;
      return beyond(count, room.transactionsPerPortfolio, 'transaction', ` to ${name}`);
    }),
    ...beyond(own.length, room.instruments, 'own instrument'),
    ...beyond(
      bars.reduce((sum, count) => sum + Math.min(count, maxBars), 0),
      room.bars,
      'own price',
    ),
    ...own.flatMap(({ name }, index) => cutTo(bars[index] ?? 0, maxBars, `newest prices of ${name}`)),
    // A later move of the same accounts finds most of its stocks there.
    ...(isNew ? cutTo(stocks, room.stocks, 'stocks for the watch list') : []),
    ...beyond(lists.length, room.lists, 'list'),
    ...lists.flatMap((list) => cutTo(list.securities.length, room.stocksPerList, `stocks of ${list.name}`)),
  ];
}

const cutTo = (count: number, left: number, things: string) =>
  count <= left ? [] : [`There is room for ${format(Math.max(0, left))} of ${format(count)} ${things}`];

const format = (count: number) => count.toLocaleString('en-US');
