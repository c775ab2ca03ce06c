import { dayNumber } from '@stockbook/common/days';
import { type Decimal, plus, zero } from '../numbers/decimal.ts';
import { SplitTable } from '../prices/splits.ts';
import { cashChangesOf } from './bookings.ts';
import type { CoverageInput } from './coverage.ts';
import { groupBySymbol, readEntries } from './entries.ts';
import { orderMovements } from './order-of-day.ts';
import { keptSplits } from './stock-ledger.ts';

/** Everything that a portfolio has at the end of a day. Numbers are decimal texts. */
export interface PortfolioBalances {
  /** By symbol, in shares of the day. */
  readonly shares: ReadonlyMap<string, string>;
  /** By main currency, whether or not cash counts. */
  readonly money: ReadonlyMap<string, string>;
}

/** The balances of each portfolio at the end of a day. They need neither prices nor rates. */
export function balancesOn(
  { transactions, splits: splitsOf, splitChoices, today }: CoverageInput,
  date: string,
): Map<string, PortfolioBalances> {
  const [day, lastSplitDay] = [dayNumber(date), dayNumber(today)];
  const balances = new Map<string, PortfolioBalances>();
  for (const [portfolioId, own] of Map.groupBy(transactions, (one) => one.portfolioId)) {
    const entries = readEntries(own.filter((transaction) => transaction.date <= date));
    const choices = splitChoices.filter((choice) => choice.portfolioId === portfolioId);
    const shares = new Map<string, string>();
    for (const [symbol, ofSymbol] of groupBySymbol(entries)) {
      const splits = new SplitTable(splitsOf.get(symbol) ?? [], lastSplitDay);
      const movements = orderMovements(
        ofSymbol,
        splits,
        keptSplits({ splitChoices: choices }, symbol, splits),
      );
      const last = movements.findLast((movement) => movement.day <= day);
      if (last) shares.set(symbol, splits.toDay(last.after, day).toFixed());
    }
    const money = new Map<string, Decimal>();
    for (const { currency, amount } of entries.flatMap(cashChangesOf)) {
      money.set(currency, plus(money.get(currency) ?? zero, amount));
    }
    const texts = new Map([...money].map(([currency, amount]) => [currency, amount.toFixed()]));
    balances.set(portfolioId, { shares, money: texts });
  }
  return balances;
}
