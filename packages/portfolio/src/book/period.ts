import { mainCurrency } from '@stockbook/common/currencies';
import { dayNumber } from '@stockbook/common/days';
import { at, lastIndexUpTo } from '../numbers/search.ts';
import { balanceAt, balancesOf } from './cash.ts';
import type { Ledger } from './ledger.ts';

export interface Period {
  readonly since: number;
  readonly until: number;
}

/** The period that dates name, by the defaults of docs/portfolios.md where they are null. */
export function periodOf(ledger: Ledger, since: string | null, until: string | null): Period {
  const last = until === null ? defaultUntil(ledger) : dayNumber(until);
  const first = since === null ? (ledger.entries[0]?.day ?? last) : dayNumber(since);
  return { since: first, until: last };
}

/** The later of the last transaction and the last bar of a stock that is held, else of a pair that is used. */
function defaultUntil(ledger: Ledger): number {
  const { today, entries, rates } = ledger;
  const last = entries.findLast(({ day }) => day <= today)?.day;
  const view = ledger.upTo(today);
  const held = view.stocks.filter((stock) => !stock.quantityAt(today).isZero());
  const bars = held.flatMap(({ prices: { days } }) => {
    const index = lastIndexUpTo(days, today);
    return index < 0 ? [] : at(days, index);
  });
  const pairs =
    bars.length > 0 ? [] : [...usedCurrencies(ledger)].flatMap((currency) => rates.pairsAt(currency, today));
  const days = [...(last === undefined ? [] : [last]), ...bars, ...pairs.map(({ barDay }) => barDay)];
  return days.length === 0 ? today : Math.max(...days);
}

/** The currencies that today's figures convert. */
function usedCurrencies(ledger: Ledger): Set<string> {
  const { book, today } = ledger;
  const { bookings, stocks } = ledger.upTo(today);
  const balances = book.cashTracking ? balancesOf(bookings) : [];
  const currencies = [
    ...bookings.flatMap(({ entry }) => (entry ? entry.transaction.currency : [])),
    ...stocks.map(({ currency }) => currency),
    ...balances.flatMap((balance) => (balanceAt(balance, today).isZero() ? [] : balance.currency)),
  ];
  return new Set(currencies.map(mainCurrency));
}
