/** The part of this package that runs in a browser: what a symbol and an ISIN look like. */
export { hasValidCheckDigit, isIsin } from './isin.ts';
export { isSymbol, SYMBOL_PATTERN } from './symbol.ts';
