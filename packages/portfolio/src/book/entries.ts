import { dayNumber } from '@stockbook/common/days';
import { type Decimal, decimal, zero } from '../numbers/decimal.ts';
import type { Transaction } from './book.ts';

/** A transaction with its numbers read. Numbers that it does not have are 0. */
export interface Entry {
  readonly transaction: Transaction;
  readonly day: number;
  readonly quantity: Decimal;
  readonly price: Decimal | null;
  readonly amount: Decimal;
  readonly fees: Decimal;
  readonly taxes: Decimal;
  readonly fxRate: Decimal | null;
  readonly toAmount: Decimal;
  /** True of both transactions of a transfer between portfolios that are computed as one. */
  readonly isInternal: boolean;
}

/** Reads transactions in the order of their days, of their ordinals and of their ids. */
export function readEntries(transactions: readonly Transaction[]): Entry[] {
  const internal = internalTransfers(transactions);
  const read = createReader();
  const days = new Map<string, number>();
  const dayOf = (date: string) => {
    const known = days.get(date) ?? dayNumber(date);
    days.set(date, known);
    return known;
  };
  return transactions
    .map((transaction) => ({
      transaction,
      day: dayOf(transaction.date),
      quantity: read(transaction.quantity),
      price: transaction.price === null ? null : read(transaction.price),
      amount: read(transaction.amount),
      fees: read(transaction.fees),
      taxes: read(transaction.taxes),
      fxRate: transaction.fxRate === null ? null : read(transaction.fxRate),
      toAmount: read(transaction.toAmount),
      isInternal: transaction.transferId !== null && internal.has(transaction.transferId),
    }))
    .sort(byDayAndOrdinal);
}

export function byDayAndOrdinal(a: Entry, b: Entry): number {
  return a.day - b.day || a.transaction.ordinal - b.transaction.ordinal || compareIds(a, b);
}

/** The entries of each stock. */
export function groupBySymbol(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const { symbol } = entry.transaction;
    if (symbol === null) continue;
    const group = groups.get(symbol);
    if (group) group.push(entry);
    else groups.set(symbol, [entry]);
  }
  return groups;
}

function compareIds(a: Entry, b: Entry): number {
  if (a.transaction.id === b.transaction.id) return 0;
  return a.transaction.id < b.transaction.id ? -1 : 1;
}

/** Reads numbers, equal texts once: fees and round quantities repeat. */
function createReader(): (text: string | null) => Decimal {
  const known = new Map<string, Decimal>();
  return (text) => {
    if (text === null || text === '0') return zero;
    const value = known.get(text) ?? decimal(text);
    known.set(text, value);
    return value;
  };
}

function internalTransfers(transactions: readonly Transaction[]): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { transferId } of transactions) {
    if (transferId === null) continue;
    if (seen.has(transferId)) twice.add(transferId);
    seen.add(transferId);
  }
  return twice;
}
