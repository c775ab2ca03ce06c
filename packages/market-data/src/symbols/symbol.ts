/** A well-formed symbol, upper-cased: `AAPL`, `BRK-B`, `^GSPC`, `0700.HK`, `EURUSD=X`. */
export const SYMBOL_PATTERN = /^[A-Z0-9.\-^=&]{1,20}$/;

/** Whether `text`, upper-cased and trimmed by the caller, is a well-formed symbol. Says nothing of whether it is known. */
export function isSymbol(text: string): boolean {
  return SYMBOL_PATTERN.test(text);
}
