import { Decimal } from 'decimal.js';

export type DecimalMark = 'point' | 'comma';

/** Digits of a stored number, and decimals of money, quantities and prices. */
const [maxDigits, maxDecimals] = [15, 10];

const signs = /[\p{Sc}\s\u00a0\u202f]/gu;
/** A currency code at an end of an amount: `EUR 12.50`, `1.234,56 EUR`, `US$12`. */
const codes = /^(?:[A-Za-z]{2,3}(?=[+\-−(\d.,]))|(?<=[\d)])[A-Za-z]{3}$/g;

interface Digits {
  readonly isNegative: boolean;
  /** Digits with decimal and thousands marks. */
  readonly digits: string;
  readonly exponent: string;
}

/** Splits an amount into its sign and digits. A minus may follow the number, and parentheses are one. */
function digitsOf(text: string): Digits | null {
  const bare = text.replaceAll(signs, '').replaceAll('−', '-').replaceAll(codes, '').replaceAll(signs, '');
  const [, opening, sign = '', digits = '', exponent = '', closing, after = ''] =
    /^(\()?([+-]?)([\d.,'’]*\d[\d.,'’]*)(e[+-]?\d{1,3})?(\))?(-?)$/i.exec(bare) ?? [];
  if (digits === '' || (opening === undefined) !== (closing === undefined)) return null;
  return { isNegative: sign === '-' || after === '-' || opening !== undefined, digits, exponent };
}

const groups = {
  point: /^(?:\d*|\d{1,3}(?:[,'’]\d{2,3})*[,'’]\d{3})(?:\.\d*)?$/,
  comma: /^(?:\d*|\d{1,3}(?:[.'’]\d{2,3})*[.'’]\d{3})(?:,\d*)?$/,
};

/**
 * Reads a number with thousands marks, signs, and signs or codes of currencies.
 * @returns its decimal text; null if it is not a number
 */
export function readNumber(text: string, mark: DecimalMark): string | null {
  const found = digitsOf(text);
  if (!found || !groups[mark].test(found.digits)) return null;
  const plain =
    mark === 'point'
      ? found.digits.replaceAll(/[,'’]/g, '')
      : found.digits.replaceAll(/[.'’]/g, '').replace(',', '.');
  return rounded(new Decimal(`${found.isNegative ? '-' : ''}${plain}${found.exponent}`));
}

/** The currency code that an amount is written with; null without one. */
export function codeOf(text: string): string | null {
  const [, before, after] = /^\s*([A-Z]{3})\s*[-−+(\d.,]|[\d)]\s*([A-Z]{3})\s*$/.exec(text) ?? [];
  return before ?? after ?? null;
}

/**
 * The decimal mark that a number shows: the last of two different marks, or one that no thousands mark can be. Null
 * if it has none, undefined for a number like `1,234`, which may have either.
 */
function markOf(text: string): DecimalMark | null | undefined {
  const { digits } = digitsOf(text) ?? { digits: '' };
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (points === 0 && commas === 0) return null;
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'point' : 'comma';
  const own = points > 0 ? 'point' : 'comma';
  if (points + commas > 1) return own === 'point' ? 'comma' : 'point';
  const [whole = '', decimals = ''] = digits.split(/[.,]/);
  const isGrouped = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return isGrouped ? undefined : own;
}

/** The decimal marks of the columns of a table, as their values show them. */
export class DecimalMarks {
  readonly #chosen: DecimalMark | null;
  readonly #byColumn = new Map<number, Record<DecimalMark, number>>();

  /** @param chosen the mark of all columns, if it is known */
  constructor(chosen: DecimalMark | null) {
    this.#chosen = chosen;
  }

  /** Notes a value of a column. */
  add(column: number, text: string): void {
    if (this.#chosen) return;
    const mark = markOf(text);
    if (!mark) return;
    const votes = this.#byColumn.get(column) ?? { point: 0, comma: 0 };
    votes[mark] += 1;
    this.#byColumn.set(column, votes);
  }

  /**
   * The mark by which a value of a column is read: that of its column, else that of all other columns; null if nothing
   * decides it.
   */
  markFor(column: number | null, text: string): DecimalMark | null {
    if (this.#chosen) return this.#chosen;
    const own = column === null ? undefined : this.#byColumn.get(column);
    if (own) return own.comma > own.point ? 'comma' : 'point';
    const mark = markOf(text);
    if (mark !== undefined) return mark ?? 'point';
    const others = [...this.#byColumn.values()];
    const hasComma = others.some(({ comma }) => comma > 0);
    const hasPoint = others.some(({ point }) => point > 0);
    if (hasComma === hasPoint) return null;
    return hasComma ? 'comma' : 'point';
  }
}

/** The decimal text of a number with as many digits as are stored. */
export function rounded(value: Decimal, decimals = maxDecimals): string {
  return value.toSignificantDigits(maxDigits).toDecimalPlaces(decimals).toFixed();
}
