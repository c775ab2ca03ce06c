import { dayNumber } from '@stockbook/common/days';
import type { Uncovered } from '../answers.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { SplitTable } from '../prices/splits.ts';
import type { Split, SplitChoice, Transaction } from './book.ts';
import { byDayAndOrdinal, type Entry, groupBySymbol, readEntries } from './entries.ts';
import { orderMovements } from './order-of-day.ts';
import { keptSplits } from './stock-ledger.ts';

/** Everything that decides whether sales are covered; splits by symbol, those after `today` are ignored. */
export interface CoverageInput {
  readonly transactions: readonly Transaction[];
  readonly splits: ReadonlyMap<string, readonly Split[]>;
  readonly splitChoices: readonly SplitChoice[];
  readonly today: string;
}

/** The first SELL or TRANSFER_OUT of a portfolio that exceeds its shares; null if all are covered. */
export function findUncovered(input: CoverageInput): Uncovered | null {
  return find(input, 'take the rest')[0] ?? null;
}

/**
 * Each SELL or TRANSFER_OUT of a portfolio that exceeds its shares, in the order of their days, if none of them is
 * booked: the shares that they would take cover later ones.
 */
export function findUncoveredSales(input: CoverageInput): Uncovered[] {
  return find(input, 'leave out');
}

function find(input: CoverageInput, uncovered: 'take the rest' | 'leave out'): Uncovered[] {
  const today = dayNumber(input.today);
  const found: { entry: Entry; missing: Decimal }[] = [];
  for (const [portfolioId, transactions] of Map.groupBy(input.transactions, (one) => one.portfolioId)) {
    const splitChoices = input.splitChoices.filter((choice) => choice.portfolioId === portfolioId);
    for (const [symbol, entries] of groupBySymbol(readEntries(transactions))) {
      const splits = new SplitTable(input.splits.get(symbol) ?? [], today);
      orderMovements(entries, splits, keptSplits({ splitChoices }, symbol, splits), (entry, missing) => {
        found.push({ entry, missing });
        return uncovered;
      });
    }
  }
  found.sort((a, b) => byDayAndOrdinal(a.entry, b.entry));
  return found.map(({ entry: { transaction }, missing }) => ({
    transactionId: transaction.id,
    date: transaction.date,
    symbol: transaction.symbol ?? '',
    missing: missing.toDecimalPlaces(10).toString(),
  }));
}
