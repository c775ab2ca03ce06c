import { hasValidCheckDigit, isIsin, isOwnSymbol, isSymbol } from '@stockbook/market-data/symbols';
import type { z } from 'zod';
import type { importedDrawing } from '../../drawings/schemas.ts';
import type { ImportItem } from '../import-line.ts';
import type { ImportKind, ImportVerdict } from '../schemas.ts';
import { symbolOnExchange } from './exchange-suffixes.ts';

/** Restored with the stock. */
interface Preferences {
  readonly isFavorite: boolean;
  readonly notes: string | null;
  readonly notifyOnSignals: boolean;
  /** Without ids. */
  readonly drawings: z.output<typeof importedDrawing>[];
}

export interface ImportedStock {
  readonly symbolOrIsin: string;
  /** The ISIN given with a symbol. */
  readonly isin: string | null;
  readonly preferences: Preferences;
  /** Its indicators, and drawings that are not valid. */
  readonly items: readonly ParsedItem[];
}

/** Why an entry of the text is not imported. */
interface Rejected {
  readonly verdict: ImportVerdict;
  readonly message: string;
}

/** One entry of the text: a stock, or the reason why it names no stock. */
export type ParsedEntry = { readonly text: string } & ({ readonly stock: ImportedStock } | Rejected);

/** A further part of a file: an entry of another section, or the reason why it is not imported. */
export type ParsedItem = { readonly kind: ImportKind; readonly text: string } & (
  | { readonly item: ImportItem }
  | Rejected
);

/** The symbol of the own instrument that an item creates; null for all else. */
export function createdSymbolOf(parsed: ParsedItem): string | null {
  return 'item' in parsed && parsed.item.kind === 'instrument' ? parsed.item.instrument.symbol : null;
}

/** The content of a text or a file. */
export interface ParsedImport {
  readonly entries: readonly ParsedEntry[];
  readonly items: readonly ParsedItem[];
}

const noPreferences: Preferences = { isFavorite: false, notes: null, notifyOnSignals: false, drawings: [] };

/** Longer entries are cut in the preview. */
const maxTextLength = 60;

/** The characters of an entry that are read. No name of a stock is as long, and a text may be a single entry. */
export const maxEntryLength = 200;

export function shownText(entry: string): string {
  return Array.from(entry.trim().slice(0, maxEntryLength)).slice(0, maxTextLength).join('');
}

/** Reads a symbol, an ISIN or `EXCHANGE:TICKER`, with what the text gives besides it. */
export function readEntry(
  entry: string,
  given: Partial<Pick<ImportedStock, 'isin' | 'preferences'>> = {},
): ParsedEntry {
  const text = shownText(entry);
  const name = entry.trim().slice(0, maxEntryLength).toUpperCase().replace(/^\$/, '');
  const [exchange = '', ticker, ...others] = name.split(':');
  const symbol = ticker === undefined ? name : others.length > 0 ? null : symbolOnExchange(exchange, ticker);
  if (symbol === null) {
    return {
      text,
      verdict: 'not_recognised',
      message: `The exchange ${exchange.slice(0, maxTextLength)} is not known: use the symbol with the suffix of Yahoo Finance, like MC.PA`,
    };
  }
  if (isIsin(symbol) && !hasValidCheckDigit(symbol)) {
    return { text, verdict: 'wrong_check_digit', message: 'Invalid ISIN: the check digit does not match' };
  }
  if (!isSymbol(symbol) && !isOwnSymbol(symbol)) {
    return { text, verdict: 'not_recognised', message: 'This is neither a ticker symbol nor an ISIN' };
  }
  const isin = given.isin?.trim().toUpperCase() ?? '';
  const { preferences = noPreferences } = given;
  const stock = {
    symbolOrIsin: symbol,
    isin: hasValidCheckDigit(isin) ? isin : null,
    preferences,
    items: [],
  };
  return { text, stock };
}
