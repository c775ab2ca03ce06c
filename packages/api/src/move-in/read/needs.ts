import { mainCurrency, readCurrency } from '@stockbook/common/currencies';
import type { MoveNeeds } from '@stockbook/db';
import type { NeutralBook } from '../form.ts';

const firstDay = '1970-01-01';

/** The names in a book by which the stocks and rates are found that decide its plan. */
export function needsOf({ securities, accounts, lines, lists }: NeutralBook): MoveNeeds {
  const used = new Set([
    ...lines.map(({ security }) => security),
    ...lists.flatMap((list) => list.securities),
  ]);
  const meant = securities.filter(({ key }) => used.has(key));
  const withBalances = accounts.filter(({ knownBalances }) => knownBalances !== null);
  const dates = lines.map(({ date }) => date).filter((date) => date >= firstDay);
  return {
    symbols: distinct(meant.map(({ ticker, isYahooTicker }) => isYahooTicker && ticker?.toUpperCase())),
    isins: distinct(meant.map(({ isin }) => isin)),
    currencies: withBalances.length === 0 ? [] : mainCurrencies(lines.map(({ currency }) => currency)),
    balanceCurrencies: mainCurrencies(withBalances.map(({ currency }) => currency)),
    hasLinesWithoutId: lines.some(({ id }) => id === null),
    firstDate: dates.reduce<string | null>(
      (first, date) => (first === null || date < first ? date : first),
      null,
    ),
  };
}

const distinct = (texts: readonly (string | null | undefined | false)[]) => [
  ...new Set(texts.flatMap((text) => text || [])),
];

/** The main currencies of codes; those that are not known are left out. */
const mainCurrencies = (codes: readonly (string | null)[]) =>
  distinct(
    codes.map((code) => {
      const known = readCurrency(code ?? '');
      return known === null ? null : mainCurrency(known);
    }),
  );
