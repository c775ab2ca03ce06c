/** Most digits and decimals of a price or a quantity on the wire. */
const maxDigits = 15;
const maxDecimals = 10;

/**
 * The decimal text of a typed number, which may have thousands separators or a decimal comma; null if it is no number.
 * A lone comma before three digits is a thousands mark, as this program writes it.
 */
export function readDecimal(typed: string): string | null {
  const text = typed.replaceAll(/[\s’']/g, '').replace('−', '-');
  const isGrouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(text);
  const plain = isGrouped ? text.replaceAll(',', '') : text.replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? plain.replace(/^\+/, '').replace(/\.$/, '') : null;
}

/** The number that is typed; null if it is none. Only for feedback: what is sent is the text. */
export function typedNumber(typed: string): number | null {
  const decimal = readDecimal(typed);
  return decimal === null ? null : Number(decimal);
}

/** A number as the decimal text that the server accepts: at most 10 decimals and 15 digits, without trailing zeros. */
export function toDecimal(value: number): string {
  const integerDigits = Math.max(1, Math.floor(Math.log10(Math.abs(value))) + 1);
  const decimals = Math.max(0, Math.min(maxDecimals, maxDigits - integerDigits));
  const text = value.toFixed(Number.isFinite(decimals) ? decimals : maxDecimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
