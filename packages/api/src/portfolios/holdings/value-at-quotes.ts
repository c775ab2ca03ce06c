import { Decimal } from 'decimal.js';
import type { Quote } from '../../quotes/schemas.ts';
import type { CashBalance, Holding, HoldingList } from './schemas.ts';

type Listed = Pick<HoldingList, 'holdings' | 'cash' | 'totals'>;

/**
 * Adds the values at quotes: quantity × price × exchange rate of the last close. A holding without a quote counts with
 * its last close. Gains of the whole life and returns stay at the last close.
 */
export function valueAtQuotes<List extends Listed>(list: List, quotes: ReadonlyMap<string, Quote>): List {
  const { totals } = list;
  const holdings = list.holdings.map((each) => ({ ...each, quote: quoteOf(each, quotes.get(each.symbol)) }));
  const rise = sumOf(holdings, ({ quote, value }) => (quote ? new Decimal(quote.value).minus(value) : null));
  const changed = sumOf(holdings, ({ quote, day_change: change }) =>
    quote ? new Decimal(quote.change ?? 0).minus(change ?? 0) : null,
  );
  const value = rise.plus(totals.value);
  const unrealised = rise.plus(totals.unrealised);
  const dayChange = totals.day_change === null ? null : changed.plus(totals.day_change);
  return {
    ...list,
    holdings: holdings.map((each) => ({
      ...each,
      weight_percent_at_quotes: percentOf(each.quote?.value ?? each.value, value),
    })),
    cash: list.cash.map((each: CashBalance) => ({
      ...each,
      weight_percent_at_quotes: percentOf(each.value, value),
    })),
    totals: {
      ...totals,
      value_at_quotes: value.toNumber(),
      without_quote: holdings.filter(({ quote, quantity }) => quote === null && quantity !== 0).length,
      unrealised_at_quotes: unrealised.toNumber(),
      unrealised_percent_at_quotes: percentOf(unrealised, totals.cost),
      day_change_at_quotes: dayChange?.toNumber() ?? null,
      day_change_percent_at_quotes: dayChange && percentOf(dayChange, value.minus(dayChange)),
    },
  };
}

/** Null unless the quote is newer than the last close, and of the same shares and currency. */
function quoteOf(holding: Holding, quote: Quote | undefined): NonNullable<Holding['quote']> | null {
  const { quantity, fx_rate: rate, cost, price_date: date, price_currency: currency } = holding;
  if (!quote || quote.is_rebased || quote.currency !== currency) return null;
  if (date === null || rate === null || quote.session_date <= date) return null;
  const units = new Decimal(quantity).times(rate);
  const value = units.times(quote.price);
  const unrealised = value.minus(cost);
  return {
    price: quote.price,
    time: quote.time,
    delay_minutes: quote.delay_minutes,
    value: value.toNumber(),
    change: quote.change === null ? null : units.times(quote.change).toNumber(),
    change_percent: quote.change_percent,
    unrealised: unrealised.toNumber(),
    unrealised_percent: percentOf(unrealised, cost),
  };
}

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => Decimal | null): Decimal {
  return items.reduce((sum, item) => sum.plus(numberOf(item) ?? 0), new Decimal(0));
}

/** 100 × part / whole; null unless the whole is above 0. */
function percentOf(part: Decimal.Value, whole: Decimal.Value): number | null {
  const divisor = new Decimal(whole);
  return divisor.gt(0) ? new Decimal(part).times(100).div(divisor).toNumber() : null;
}
