/** The shape of an ISIN (ISO 6166): two letters, nine letters or digits, one check digit. */
const ISIN_SHAPE = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

/** Whether `text`, upper-cased and trimmed by the caller, has the shape of an ISIN. Says nothing of its check digit. */
export function isIsin(text: string): boolean {
  return ISIN_SHAPE.test(text);
}

/**
 * Whether `isin` has the shape of an ISIN and its last digit checks: letters become two digits (A = 10 … Z = 35),
 * every second digit from the right is doubled, and the digits of all of them add up to a multiple of ten.
 * Source: ISO 6166, modulus 10 "double-add-double", known as the Luhn formula.
 */
export function hasValidCheckDigit(isin: string): boolean {
  if (!isIsin(isin)) return false;
  const digits = Array.from(isin, (character) => Number.parseInt(character, 36)).join('');
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place));
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
