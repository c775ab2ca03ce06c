import { mainCurrency, readCurrency } from '@stockbook/common/currencies';
import { isOwnSymbol, isSymbol } from '@stockbook/market-data/symbols';
import { z } from 'zod';
import { calendarDate, requiredText, text } from '../primitives.ts';

/** Main units in one unit of `currency`. */
export function unitsOf(currency: string): number {
  return mainCurrency(currency) === currency ? 1 : 0.01;
}

/**
 * A currency of a portfolio: a main unit, in upper or lower case.
 * @param schema with examples and the default: those of a schema that transforms are not in the OpenAPI document
 */
export function portfolioCurrency(schema: z.ZodType<string, string | undefined>, label: string) {
  return toCurrency(schema, (code) => mainCurrency(code) === code, `${label} ${mustBeCode} USD`);
}

/** A currency of money or quotes: a main unit in upper or lower case, or hundredths such as GBp. */
export function moneyCurrency(label: string, example = 'USD') {
  const schema = text(label).meta({ examples: [example] });
  return toCurrency(schema, () => true, `${label} ${mustBeCode} USD, or GBp, GBX, ZAc, ZAC or ILA`);
}

const mustBeCode = 'must be a code of ISO 4217, for example';

function toCurrency(
  schema: z.ZodType<string, string | undefined>,
  isAllowed: (code: string) => boolean,
  message: string,
) {
  return schema.transform((value, { issues }) => {
    const code = readCurrency(value.trim());
    if (code !== null && isAllowed(code)) return code;
    issues.push({ code: 'custom', message, input: value });
    return z.NEVER;
  });
}

/** The symbol of a stock in the body of a request, upper-cased. */
export function stockSymbolOf(label: string, example = 'AAPL') {
  return requiredText(label)
    .meta({ examples: [example] })
    .transform((value) => value.trim().toUpperCase())
    .refine(
      (value) => isSymbol(value) || isOwnSymbol(value),
      `${label} must have 1 to 20 letters, digits or . - ^ = &`,
    );
}

/** Most digits of a number on the wire: with more, a JSON number would not return unchanged. */
const maxDigits = 15;

interface DecimalRange {
  readonly minimum: number;
  readonly maximum: number;
  /** Whether `minimum` itself is too small. */
  readonly isAbove?: boolean;
  /** Most digits after the decimal point. */
  readonly decimals?: number;
  readonly example: number;
}

const rangeText = ({ minimum, maximum, isAbove = false }: DecimalRange): string => {
  const largest = maximum.toLocaleString('en-US');
  return isAbove
    ? `above ${minimum.toLocaleString('en-US')} and at most ${largest}`
    : `from ${minimum.toLocaleString('en-US', { maximumFractionDigits: 12 })} to ${largest}`;
};

/** The decimal text of a JSON number, without an exponent; null for a text that is no decimal number. */
function decimalText(value: number | string): string | null {
  const exact = typeof value === 'number' ? String(value) : value.trim();
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(exact);
  if (!match || (typeof value === 'string' && match[4] !== undefined)) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const shifted = digits.padEnd(point, '0').padStart(digits.length + Math.max(0, -point), '0');
  const at = Math.max(0, point);
  const integer = shifted.slice(0, at).replace(/^0+(?=\d)/, '') || '0';
  const decimals = shifted.slice(at).replace(/0+$/, '');
  const isZero = /^0*$/.test(integer + decimals);
  return `${sign === '-' && !isZero ? '-' : ''}${integer}${decimals === '' ? '' : `.${decimals}`}`;
}

const significantDigits = (decimal: string): number =>
  decimal.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;

/**
 * A number in a request: a JSON number, or a decimal text such as `"0.1"`. Becomes its decimal text, which is stored
 * without loss.
 */
export function decimal(label: string, range: DecimalRange) {
  const { minimum, maximum, isAbove = false, decimals = 10, example } = range;
  const notANumber = `${label} must be a number`;
  return z
    .union([z.number(notANumber), z.string(notANumber).max(100, notANumber)], { error: notANumber })
    .meta({ examples: [example] })
    .transform((value, { issues, value: input }) => {
      const number = decimalText(value);
      const message =
        number === null
          ? notANumber
          : significantDigits(number) > maxDigits
            ? `${label} must have at most ${maxDigits} digits`
            : (number.split('.')[1]?.length ?? 0) > decimals
              ? `${label} must have at most ${decimals} decimals`
              : Number(number) < minimum ||
                  Number(number) > maximum ||
                  (isAbove && Number(number) === minimum)
                ? `${label} must be ${rangeText(range)}`
                : null;
      if (message !== null || number === null) {
        issues.push({ code: 'custom', message: message ?? notANumber, input });
        return z.NEVER;
      }
      return number;
    });
}

const maxQuantity = 1e12;
const maxMoney = 1e15;

export const quantityOf = (label: string) =>
  decimal(label, { minimum: 0, maximum: maxQuantity, isAbove: true, example: 3 });
/** Money that is not negative; a price. */
export const moneyOf = (label: string, example: number) =>
  decimal(label, { minimum: 0, maximum: maxMoney, example });
/** Money of either sign. */
export const signedMoneyOf = (label: string, example: number) =>
  decimal(label, { minimum: -maxMoney, maximum: maxMoney, example });
export const rateOf = (label: string) =>
  decimal(label, { minimum: 1e-12, maximum: 1e12, decimals: 12, example: 0.9201 });
export const percentOf = (label: string, minimum = 0) =>
  decimal(label, { minimum, maximum: 100, example: 25 });

export const firstDay = '1970-01-01';

/** A calendar date from 1970 on. */
export const dateFrom1970 = (label: string, tooEarly = `${label} must lie after 1969`) =>
  calendarDate(label).refine((day) => day >= firstDay, tooEarly);
