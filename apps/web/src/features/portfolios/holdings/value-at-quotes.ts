import type { HoldingList, Quote } from '@stockbook/api/schemas';
import { Decimal } from 'decimal.js';
import type { Holding, ValuedHoldings } from './types.ts';

/** 100 × part / whole; null unless the whole is above 0. */
function percentOf(part: Decimal.Value, whole: Decimal.Value): number | null {
  const divisor = new Decimal(whole);
  return divisor.gt(0) ? new Decimal(part).times(100).div(divisor).toNumber() : null;
}

/** Whether a quote is newer than the last close, and of the same shares and currency. */
function isUsable(quote: Quote, { price_date, price_currency }: Holding): boolean {
  if (price_date === null || quote.is_rebased) return false;
  return quote.session_date > price_date && quote.currency === price_currency;
}

/** A holding at the quote, by the exchange rate of its last close; with a null quote if the close stays. */
function valueHolding(holding: Holding, quote: Quote | undefined): Holding {
  const { quantity, fx_rate, cost } = holding;
  if (!quote || fx_rate === null || !isUsable(quote, holding)) return { ...holding, quote: null };
  const rate = new Decimal(quantity).times(fx_rate);
  const value = rate.times(quote.price);
  const unrealised = value.minus(cost);
  return {
    ...holding,
    quote,
    price: quote.price,
    value: value.toNumber(),
    unrealised: unrealised.toNumber(),
    unrealised_percent: percentOf(unrealised, cost),
    day_change: quote.change === null ? null : rate.times(quote.change).toNumber(),
    day_change_percent: quote.change_percent,
  };
}

/**
 * Values holdings at quotes: quantity × price × exchange rate of the last close. What a quote does not value stays at
 * its last close. Gains of the whole life and returns are never changed.
 */
export function valueAtQuotes(list: HoldingList, quotes: ReadonlyMap<string, Quote>): ValuedHoldings {
  const { totals } = list;
  const valued = list.holdings.map((holding) => valueHolding(holding, quotes.get(holding.symbol)));
  const differenceOf = (key: 'value' | 'day_change') =>
    Decimal.sum(
      0,
      ...valued.map((each, index) => new Decimal(each[key] ?? 0).minus(list.holdings[index]?.[key] ?? 0)),
    );
  const rise = differenceOf('value');
  const value = rise.plus(totals.value);
  const unrealised = rise.plus(totals.unrealised);
  const dayChange = totals.day_change === null ? null : differenceOf('day_change').plus(totals.day_change);
  const weighed = <Part extends { readonly value: number }>(part: Part) => ({
    ...part,
    weight_percent: percentOf(part.value, value),
  });
  return {
    holdings: valued.map(weighed),
    cash: list.cash.map(weighed),
    totals: {
      ...totals,
      value: value.toNumber(),
      unrealised: unrealised.toNumber(),
      unrealised_percent: percentOf(unrealised, totals.cost),
      day_change: dayChange?.toNumber() ?? null,
      day_change_percent: dayChange && percentOf(dayChange, value.minus(dayChange)),
    },
  };
}
