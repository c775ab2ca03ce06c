import { readCurrency } from '@stockbook/common/currencies';

/** The names that the journal of a portfolio gives to its accounts and to what they hold. */
export interface JournalNames {
  account(type: 'Assets' | 'Equity' | 'Income' | 'Expenses', part?: string): string;
  /** The account of a stock. */
  holding(symbol: string): string;
  /** The commodity of a stock. It differs from all currencies. */
  commodity(symbol: string): string;
}

export const cashAccount = 'Cash';

interface Naming {
  account(text: string): string;
  commodity(symbol: string): string;
}

/** Names without the marks by which ledger and hledger part a line. */
const ledgerNaming: Naming = {
  account: (text) =>
    text
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N} .&'+^=_-]/gu, '-')
      .replaceAll(/ +/g, ' ')
      .trim(),
  commodity: (symbol) => symbol.replaceAll(/["\p{C}\p{Z};]/gu, '-'),
};

/** The longest commodity of beancount. */
const maxCommodityLength = 24;

const beancountNaming: Naming = {
  account(text) {
    const letters = text
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '');
    const [first = ''] = letters;
    const name = first.toUpperCase() + letters.slice(first.length);
    return name === '' || /^[\p{Lu}\p{Nd}]/u.test(name) ? name : `X${name}`;
  },
  commodity(symbol) {
    if (/^[A-Z][A-Z0-9'._-]*[A-Z0-9]$/.test(symbol) && symbol.length <= maxCommodityLength) return symbol;
    const rest = symbol.replaceAll(/[^A-Z0-9'._-]/g, '-');
    const name = `X${rest}`.slice(0, maxCommodityLength);
    return /[A-Z0-9]$/.test(name) ? name : `${name.slice(0, maxCommodityLength - 1)}X`;
  },
};

/** @param portfolio its name @param symbols of all stocks */
export function journalNames(
  format: 'ledger' | 'beancount',
  portfolio: string,
  symbols: readonly string[],
): JournalNames {
  const naming = format === 'ledger' ? ledgerNaming : beancountNaming;
  const root = naming.account(portfolio) || 'Portfolio';
  const accounts = distinct(
    symbols,
    (symbol) => naming.account(sourceName(symbol)) || 'X',
    (name) => name === cashAccount,
  );
  // A stock may have the symbol of a currency.
  const commodities = distinct(
    symbols,
    (symbol) => naming.commodity(sourceName(symbol)),
    (name) => readCurrency(name) !== null,
  );
  return {
    account: (type, part) => [type, 'Stockbook', root, ...(part === undefined ? [] : [part])].join(':'),
    holding: (symbol) => `Assets:Stockbook:${root}:${accounts.get(symbol)}`,
    commodity: (symbol) => commodities.get(symbol) ?? symbol,
  };
}

/** A symbol without the sign of own instruments, which no commodity may begin with: `OWN-FLAT` for `@FLAT`. */
const sourceName = (symbol: string) => symbol.replace(/^@/, 'OWN-');

/** Different names for all symbols. */
function distinct(
  symbols: readonly string[],
  name: (symbol: string) => string,
  isTaken: (name: string) => boolean,
): Map<string, string> {
  const used = new Set<string>();
  const names = new Map<string, string>();
  for (const symbol of symbols) {
    const wanted = name(symbol);
    let found = wanted;
    for (let count = 2; used.has(found) || isTaken(found); count++) {
      found = `${wanted.slice(0, maxCommodityLength - 4)}-${count}`;
    }
    used.add(found);
    names.set(symbol, found);
  }
  return names;
}
