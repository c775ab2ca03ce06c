/** A well-formed symbol, upper-cased: `AAPL`, `BRK-B`, `^GSPC`, `0700.HK`, `EURUSD=X`. */
const symbolPattern = /^[A-Z0-9.\-^=&]{1,20}$/;

/** ISO 6166: two letters, nine letters or digits, one check digit. */
const isinPattern = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

/** Whether `text`, upper-cased and trimmed by the caller, is a well-formed symbol. It need not exist. */
export function isSymbol(text: string): boolean {
  return symbolPattern.test(text);
}

/** Whether `text`, upper-cased and trimmed by the caller, is the symbol of an own instrument, which no provider has. */
export function isOwnSymbol(text: string): boolean {
  return /^@[A-Z0-9][A-Z0-9.-]{0,18}$/.test(text);
}

/** Whether `text`, upper-cased and trimmed by the caller, has the shape of an ISIN. Does not verify the check digit. */
export function isIsin(text: string): boolean {
  return isinPattern.test(text);
}

/**
 * Whether `isin` has the shape of an ISIN and a valid check digit: letters become two digits (A = 10 … Z = 35), every
 * second digit from the right is doubled, and the digits of all of them add up to a multiple of ten.
 * Source: ISO 6166, modulus 10 "double-add-double", known as the Luhn formula.
 */
export function hasValidCheckDigit(isin: string): boolean {
  if (!isIsin(isin)) return false;
  const digits = Array.from(isin, (character) => Number.parseInt(character, 36)).join('');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-1 - index));
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
