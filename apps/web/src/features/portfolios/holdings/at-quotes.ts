import type { HoldingList, Quote } from '@stockbook/api/schemas';
import type { Holding, ValuedHoldings } from './types.ts';

export type ListWithQuotes = Pick<HoldingList, 'holdings' | 'cash' | 'totals'>;

/** Puts the values at quotes in the place of those at the last close. */
export function atQuotes(
  { holdings, cash, totals }: ListWithQuotes,
  quotes: ReadonlyMap<string, Quote>,
): ValuedHoldings {
  return {
    holdings: holdings.map((each) => holdingAtQuote(each, quotes.get(each.symbol) ?? null)),
    cash: cash.map(weighed),
    totals: {
      ...totals,
      value: totals.value_at_quotes ?? totals.value,
      unrealised: totals.unrealised_at_quotes ?? totals.unrealised,
      unrealised_percent: totals.unrealised_percent_at_quotes ?? null,
      day_change: totals.day_change_at_quotes ?? null,
      day_change_percent: totals.day_change_percent_at_quotes ?? null,
    },
  };
}

function holdingAtQuote(holding: Holding, latest: Quote | null): Holding {
  const { quote } = holding;
  if (!quote) return { ...weighed(holding), latest: null };
  return {
    ...weighed(holding),
    latest,
    price: quote.price,
    value: quote.value,
    unrealised: quote.unrealised,
    unrealised_percent: quote.unrealised_percent,
    day_change: quote.change,
    day_change_percent: quote.change_percent,
  };
}

function weighed<Part extends { readonly weight_percent_at_quotes?: number | null | undefined }>(part: Part) {
  return { ...part, weight_percent: part.weight_percent_at_quotes ?? null };
}
