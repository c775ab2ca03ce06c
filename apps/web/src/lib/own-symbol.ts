/** Whether a symbol is that of an own instrument of the user: symbols of sources never begin with `@`. */
export function isOwnSymbol(symbol: string): boolean {
  return symbol.startsWith('@');
}
