import { dayNumber } from '@stockbook/common/days';
import type { CostMethod, Holdings, Skipped } from '../answers.ts';
import type { Book } from '../book/book.ts';
import { type Ledger, ledgerSteps } from '../book/ledger.ts';
import { holdingSteps } from '../cost/holdings.ts';
import { at, lastIndexUpTo } from '../numbers/search.ts';
import type { Steps } from '../numbers/steps.ts';
import { type Rebalance, type RebalanceInput, type RebalanceProblem, rebalance } from './rebalance.ts';
import type { RebalanceStock } from './rebalance-goals.ts';
import { isTagGroup, type Targets } from './targets.ts';

export interface BookRebalanceOptions extends Omit<RebalanceInput, 'stocks' | 'cash'> {
  readonly method: CostMethod;
}

export type BookRebalance = Omit<Rebalance, 'skipped'> & { readonly skipped: readonly Skipped[] };

/** Trades that bring a book nearer to its targets, at the last closes. */
export function* rebalanceSteps(
  book: Book,
  { method, ...options }: BookRebalanceOptions,
): Steps<BookRebalance | RebalanceProblem> {
  const held = yield* holdingSteps(book, { date: null, closed: false, lots: method });
  const stocks = heldStocks(held);
  const known = new Set(stocks.map(({ symbol }) => symbol));
  const ledger = yield* ledgerSteps(book);
  const skipped = new Set(held.skipped.map(({ symbol }) => symbol));
  const others = symbolsOf(options.targets)
    .filter((symbol) => !known.has(symbol) && !skipped.has(symbol))
    .flatMap((symbol) => quotedStock(ledger, symbol, dayNumber(held.date)) ?? []);
  const cash = book.cashTracking ? held.cash.reduce((sum, { value }) => sum + value, 0) : null;
  const proposed = rebalance({ ...options, stocks: [...stocks, ...others], cash });
  if ('problem' in proposed) return proposed;
  const unpriced = proposed.skipped
    .filter((symbol) => !skipped.has(symbol))
    .map((symbol): Skipped => {
      const reason = `There is no price of ${symbol} in ${book.currency}`;
      return { symbol, kind: 'missing_price', reason };
    });
  return { ...proposed, skipped: [...held.skipped, ...unpriced] };
}

function heldStocks({ holdings }: Holdings): RebalanceStock[] {
  return holdings.flatMap(({ symbol, quantity, price, priceCurrency, fxRate, value, lots }) =>
    price === null || fxRate === null
      ? []
      : [{ symbol, quantity, price, currency: priceCurrency, fxRate, value, lots }],
  );
}

/** Of targets by tag, the stocks of all tags: a tag without a target concerns none of its stocks. */
function symbolsOf(targets: Targets): string[] {
  const named = isTagGroup(targets) ? targets.tags.flatMap(({ shares }) => shares) : targets;
  return [...new Set(named.map(({ symbol }) => symbol))];
}

/** A stock that is not held; null without a close, a currency or a rate. */
function quotedStock({ book, rates }: Ledger, symbol: string, day: number): RebalanceStock | null {
  const history = book.histories.get(symbol);
  const named = book.quoteCurrencies.find((choice) => choice.symbol === symbol)?.currency ?? null;
  const currency = history?.currency ?? named;
  const index = lastIndexUpTo(history?.days ?? [], day);
  const fxRate = currency === null ? null : rates.at(currency, day);
  if (!history || currency === null || fxRate === null || index < 0) return null;
  const price = at(history.closes, index);
  return { symbol, quantity: 0, price, currency, fxRate: fxRate.toNumber(), value: 0, lots: [] };
}
