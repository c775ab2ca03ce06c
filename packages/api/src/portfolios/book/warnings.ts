import { conversionsInto, findPath } from '@stockbook/common/currency-pairs';
import { formatDay } from '@stockbook/common/days';
import type { BookStock } from '@stockbook/db';
import type { Skipped, Warning } from '@stockbook/portfolio';
import type { LoadedBook } from './load-book.ts';
import { isPriceOverdue } from './own-prices.ts';
import type { PortfolioWarning } from './schemas.ts';

/** Why the prices of a stock are not current: the sentence of its last fetch; null if that succeeded. */
export function describeFailedUpdate({ lastError, fetchedOn }: BookStock): string | null {
  if (lastError === null) return null;
  const since = fetchedOn === null ? 'Never updated' : `Not updated since ${formatDay(fetchedOn)}`;
  return `${since}: ${lastError}`;
}

/**
 * Warnings in their API shape: those of a computation, and those about the sources of the prices.
 * @param symbols the stocks whose prices the figures contain
 */
export function presentWarnings(
  warnings: readonly Warning[],
  loaded: LoadedBook,
  symbols: readonly string[],
): PortfolioWarning[] {
  const used = [...symbols, ...pairsOf(loaded)].flatMap((symbol) => loaded.stocksBySymbol.get(symbol) ?? []);
  const notUpdated = used.flatMap((stock): PortfolioWarning[] => {
    const reason = describeFailedUpdate(stock);
    const { symbol, fetchedOn } = stock;
    return reason === null
      ? []
      : [{ kind: 'not_updated', symbol, since: fetchedOn, message: `${symbol}: ${reason}` }];
  });
  const simulated = used.filter(({ dataSource }) => dataSource === 'simulated').map(({ symbol }) => symbol);
  return [
    ...warnings.filter((warning) => !isOwnPriceInTime(warning, loaded)).map(presentWarning),
    ...notUpdated,
    ...(simulated.length === 0
      ? []
      : [
          {
            kind: 'simulated' as const,
            symbols: simulated,
            message: `Simulated data: the prices of ${simulated.join(', ')} are not real`,
          },
        ]),
  ];
}

/** Whether a warning is about an own price whose next one is not due: it holds until then. */
function isOwnPriceInTime(warning: Warning, { stocksBySymbol, book }: LoadedBook): boolean {
  if (warning.kind !== 'stale_price') return false;
  const stock = stocksBySymbol.get(warning.symbol);
  return stock?.dataSource === 'own' && !isPriceOverdue(stock.remind, warning.since, book.today);
}

function presentWarning(warning: Warning): PortfolioWarning {
  if (warning.kind !== 'spin_off') return warning;
  const { exDate, ...rest } = warning;
  return { ...rest, ex_date: exDate };
}

/** The pairs that convert the currencies of a book into its own, in the order in which they are preferred. */
function pairsOf({ scope, currency, stocksBySymbol }: LoadedBook): string[] {
  const pairs = conversionsInto(currency, scope.currencies).flatMap(
    (conversion) =>
      findPath(conversion, ([one, other]) =>
        [`${one}${other}=X`, `${other}${one}=X`].find((pair) => stocksBySymbol.get(pair)?.barCount),
      ) ?? [],
  );
  return [...new Set(pairs)];
}

/** Whether figures of a book contain prices that are not real. */
export function isSimulated(loaded: LoadedBook, symbols: readonly string[]): boolean {
  return presentWarnings([], loaded, symbols).some(({ kind }) => kind === 'simulated');
}

export function presentSkipped(skipped: readonly Skipped[]) {
  return skipped.map(({ symbol, kind, reason }) => ({ symbol, kind, reason }));
}
