import { dayNumber } from '@stockbook/common/days';
import type { CostMethod, Holding } from '../answers.ts';
import type { Book, Transaction } from '../book/book.ts';
import { holdingSteps } from '../cost/holdings.ts';
import { decimal } from '../numbers/decimal.ts';
import type { Steps } from '../numbers/steps.ts';
import { SplitTable } from '../prices/splits.ts';
import { type PartOfBook, partOfBook } from './summary.ts';

export interface PositionsOptions {
  readonly symbol: string;
  /** The portfolios, in the order of the positions. */
  readonly parts: readonly (PartOfBook & { readonly costMethod: CostMethod })[];
  readonly maxTrades: number;
}

/** A purchase or sale in today's shares. */
interface Trade {
  readonly portfolioId: string;
  readonly type: 'BUY' | 'SELL';
  readonly date: string;
  readonly quantity: number;
  readonly price: number;
  readonly currency: string;
}

/** Positions and trades of several portfolios in one stock. */
export interface Positions {
  /** One for each portfolio that holds it, at the end of its default period. */
  readonly positions: readonly {
    readonly portfolioId: string;
    readonly date: string;
    readonly holding: Holding;
  }[];
  /** Newest first. */
  readonly trades: readonly Trade[];
}

/** Computes the positions in one stock, a portfolio at a time. */
export function* positionSteps(book: Book, { symbol, parts, maxTrades }: PositionsOptions): Steps<Positions> {
  const positions: Positions['positions'][number][] = [];
  for (const part of parts) {
    const options = { date: null, closed: false, lots: part.costMethod };
    const { date, holdings } = yield* holdingSteps(partOfBook(book, part), options);
    const holding = holdings.find((each) => each.symbol === symbol);
    if (holding) positions.push({ portfolioId: part.id, date, holding });
  }
  return { positions, trades: tradesOf(book, symbol).slice(0, maxTrades) };
}

function tradesOf(book: Book, symbol: string): Trade[] {
  const splits = new Map(book.portfolioIds.map((id) => [id, multiplyingSplits(book, id, symbol)]));
  const own = book.transactions.filter((each) => each.symbol === symbol && splits.has(each.portfolioId));
  return own.sort(newestFirst).flatMap((transaction): Trade[] => {
    const { portfolioId, type, date, quantity, price, currency } = transaction;
    const table = splits.get(portfolioId);
    if (!table || (type !== 'BUY' && type !== 'SELL') || quantity === null || price === null) return [];
    const day = dayNumber(date);
    return [
      {
        portfolioId,
        type,
        date,
        quantity: table.toToday(decimal(quantity), day).toNumber(),
        price: table.priceToToday(decimal(price), day).toNumber(),
        currency,
      },
    ];
  });
}

/** The splits of a stock without those that the user of a portfolio called a spin-off. */
function multiplyingSplits({ histories, splitChoices, today }: Book, portfolioId: string, symbol: string) {
  const kept = splitChoices.filter(
    (choice) => choice.portfolioId === portfolioId && choice.symbol === symbol && choice.choice === 'kept',
  );
  const splits = histories.get(symbol)?.splits ?? [];
  return new SplitTable(
    splits.filter(({ exDate }) => !kept.some((choice) => choice.exDate === exDate)),
    dayNumber(today),
  );
}

function newestFirst(a: Transaction, b: Transaction): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return b.ordinal - a.ordinal || (a.id < b.id ? 1 : -1);
}
