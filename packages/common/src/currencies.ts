/** Codes of hundredths, in which some exchanges quote prices, and the currency that they are a part of. */
export const hundredths: Readonly<Record<string, string>> = {
  GBp: 'GBP',
  GBX: 'GBP',
  ZAc: 'ZAR',
  ZAC: 'ZAR',
  ILA: 'ILS',
};

const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * The code of a currency as a person writes it: of ISO 4217 in any case, or of hundredths as they are spelled, because
 * `GBp` is a hundredth of `GBP`. Null if it is not known.
 */
export function readCurrency(text: string): string | null {
  const code = Object.hasOwn(hundredths, text) ? text : text.toUpperCase();
  return Object.hasOwn(hundredths, code) || currencies.has(code) ? code : null;
}

/** The currency that a code of hundredths is a part of; any other code unchanged. */
export function mainCurrency(code: string): string {
  return hundredths[code] ?? code;
}

/** Units of a currency in one unit of its main currency: 100 or 1. */
export function unitsPerMain(code: string): 1 | 100 {
  return Object.hasOwn(hundredths, code) ? 100 : 1;
}
