import { mainCurrency } from '@stockbook/common/currencies';
import { dateOfDay, formatDay } from '@stockbook/common/days';
import type { Warning } from '../answers.ts';
import type { StockLedger } from '../book/stock-ledger.ts';
import type { Timeline } from '../days/timeline.ts';
import type { Decimal } from '../numbers/decimal.ts';
import { at } from '../numbers/search.ts';
import { isUnusualSplit } from '../prices/splits.ts';

/** In days: longer than a weekend with holidays. */
const maxRateAgeDays = 7;
/** In days: exchanges are closed for nine at most. */
const maxPriceAgeDays = 10;
/** A factor above it has a denominator that is next to nothing. */
const maxUsualFactor = 1e6;
/** Part of the gross balances below which a sum is a rounding error. */
const relativeRounding = 1e-12;

/** Everything about a period that its figures hide. */
export function warningsOf(timeline: Timeline): Warning[] {
  return [
    ...cashBelowZero(timeline),
    ...staleRates(timeline),
    ...stalePrices(timeline),
    ...spinOffs(timeline),
    ...dustDays(timeline),
  ];
}

function cashBelowZero({ cash, window, ledger }: Timeline): Warning[] {
  const { value, gross } = cash;
  const rows: number[] = [];
  for (let row = 1; row <= window.count; row++) {
    if (at(value, row) < -relativeRounding * at(gross, row)) rows.push(row);
  }
  const [first] = rows;
  if (first === undefined) return [];
  const lowest = rows.reduce((low, row) => Math.min(low, at(value, row)), 0);
  const since = window.eve + first;
  const days = rows.length === 1 ? '1 day' : `${rows.length} days`;
  const amount = `${Math.abs(lowest).toFixed(2)} ${ledger.book.currency}`;
  return [
    {
      kind: 'cash_below_zero',
      days: rows.length,
      first: dateOfDay(since),
      lowest,
      message: `Cash was below zero on ${days}, first on ${formatDay(dateOfDay(since))}, by up to ${amount}`,
    },
  ];
}

/** The pairs whose last bar was too old on a day that used them, each with its last gap. */
function staleRates({ ledger, view, window, balances, holdings }: Timeline): Warning[] {
  const until = window.eve + window.count;
  const currencies = new Set(
    [
      ...holdings.flatMap(({ stock, value }) => (value.length > 0 ? stock.currency : [])),
      ...balances.map(({ currency }) => currency),
      ...view.bookings.flatMap(({ entry, day }) =>
        entry && day > window.eve ? entry.transaction.currency : [],
      ),
    ].map(mainCurrency),
  );
  const stale = new Map<string, { barDay: number; last: number }>();
  for (const currency of currencies) {
    if (currency === mainCurrency(ledger.book.currency)) continue;
    const firstDay = firstUse(view.stocks, balances, currency) ?? window.eve + 1;
    const { barDay } = ledger.rates.column(currency, window.eve, until);
    for (let row = window.count; row > 0 && window.eve + row >= firstDay; row--) {
      const day = window.eve + row;
      if (day - at(barDay, row) <= maxRateAgeDays) continue;
      for (const pair of ledger.rates.pairsAt(currency, day)) {
        if (day - pair.barDay > maxRateAgeDays && !stale.has(pair.symbol)) {
          stale.set(pair.symbol, { barDay: pair.barDay, last: day });
        }
      }
      break;
    }
  }
  return [...stale].map(([pair, { barDay, last }]) => ({
    kind: 'stale_rate',
    pair,
    since: dateOfDay(barDay),
    message: `The ${pair} rate of ${formatDay(dateOfDay(barDay))} was used until ${formatDay(dateOfDay(last))}: there was no later one`,
  }));
}

function firstUse(
  stocks: readonly StockLedger[],
  balances: Timeline['balances'],
  currency: string,
): number | undefined {
  const days = [
    ...stocks
      .filter((stock) => mainCurrency(stock.currency) === currency)
      .flatMap(({ entries }) => entries[0]?.day ?? []),
    ...balances.filter((balance) => balance.currency === currency).flatMap(({ days: [day] }) => day ?? []),
  ];
  return days.length === 0 ? undefined : Math.min(...days);
}

function stalePrices({ view, window }: Timeline): Warning[] {
  const until = window.eve + window.count;
  return view.stocks.flatMap((stock) => {
    if (stock.quantityAt(until).isZero()) return [];
    const since = stock.prices.at(until)?.day ?? until;
    if (until - since <= maxPriceAgeDays) return [];
    const { symbol } = stock;
    const message = `No prices of ${symbol} since ${formatDay(dateOfDay(since))}`;
    return { kind: 'stale_price', symbol, since: dateOfDay(since), message };
  });
}

/** Splits of held stocks that look like spin-offs and that the user has not answered. */
function spinOffs({ ledger, view, window }: Timeline): Warning[] {
  const { splitChoices, portfolioIds } = ledger.book;
  const isAnswered = (symbol: string, exDate: string) =>
    splitChoices.some(
      (choice) =>
        choice.symbol === symbol && choice.exDate === exDate && portfolioIds.includes(choice.portfolioId),
    );
  return view.stocks.flatMap((stock) => {
    const { symbol } = stock;
    const splits = stock.splits.splits.filter(
      (split) =>
        isUnusualSplit(split) &&
        split.day <= window.eve + window.count &&
        !stock.quantityAt(split.day - 1).isZero() &&
        !isAnswered(symbol, split.exDate),
    );
    return splits.map(({ day, exDate, numerator, denominator }): Warning => {
      const ratio = `${formatCount(numerator)}:${formatCount(denominator)}`;
      const question = 'That is usually a spin-off: did your number of shares change?';
      const message = `${symbol} has a split of ${ratio} on ${formatDay(dateOfDay(day))}. ${question}`;
      return { kind: 'spin_off', symbol, exDate, ratio, message };
    });
  });
}

function formatCount(count: Decimal): string {
  return count.toNumber().toLocaleString('en-US');
}

function dustDays({ columns, window }: Timeline): Warning[] {
  const row = columns.factor.findIndex((factor) => factor > maxUsualFactor);
  if (row < 0) return [];
  const day = window.eve + 1 + row;
  const message = `Almost nothing was held before the purchase of ${formatDay(dateOfDay(day))}: the return of that day says little`;
  return [{ kind: 'dust', date: dateOfDay(day), message }];
}
