import { readCurrency } from '@stockbook/common/currencies';
import { unescapeFormula } from '#src/csv.ts';
import type { CorrectedRow, FieldSources, ImportField } from '../mapping-schema.ts';
import { type DayOrders, readDate } from './dates.ts';
import { codeOf, type DecimalMarks, readNumber } from './numbers.ts';
import { ask, RowProblem } from './rows.ts';
import type { TableRow } from './table.ts';

/** The meaning of the columns of a file. */
export interface Columns {
  readonly fields: FieldSources;
  /** Further columns of a known format, by their own names. */
  readonly extras: Readonly<Record<string, number>>;
}

/** The conventions of a file. */
export interface Conventions {
  readonly marks: DecimalMarks;
  readonly orders: DayOrders;
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100));

/** The cells of a row, by the fields that they are. What the user has corrected goes before the file. */
export class Cells {
  readonly row: TableRow;
  readonly correction: CorrectedRow | undefined;
  readonly #columns: Columns;
  readonly #conventions: Conventions;

  constructor(row: TableRow, columns: Columns, conventions: Conventions, correction?: CorrectedRow) {
    this.row = row;
    this.correction = correction;
    this.#columns = columns;
    this.#conventions = conventions;
  }

  text(field: ImportField): string {
    const source = this.#columns.fields[field];
    if (!source) return '';
    return 'constant' in source ? source.constant.trim() : this.#cell(source.column);
  }

  /** A number; null if the cell is empty. @throws RowProblem */
  number(field: ImportField): string | null {
    const corrected = this.#corrected(field);
    if (corrected !== undefined) return corrected;
    const source = this.#columns.fields[field];
    const column = source && 'column' in source ? source.column : null;
    return this.#number(this.text(field), column, field);
  }

  /** @throws RowProblem if there is no date */
  date(): string {
    const corrected = this.#corrected('date');
    if (corrected) return corrected;
    const date = this.#date('date');
    if (date !== null) return date;
    throw this.#columns.fields.date
      ? new RowProblem('This row has no date', 'date')
      : new RowProblem('Choose the column of the date', 'date', ask('field', 'date'));
  }

  /** @throws RowProblem if the cell is no date */
  exDate(): string | null {
    const corrected = this.#corrected('ex_date');
    return corrected === undefined ? this.#date('ex_date') : corrected;
  }

  /** A currency; null if the cell is empty. @throws RowProblem */
  currency(field: 'currency' | 'fx_currency' | 'to_currency'): string | null {
    const corrected = field === 'fx_currency' ? undefined : this.#corrected(field);
    if (corrected !== undefined) return corrected;
    const text = this.text(field);
    if (text !== '') return currencyOf(text, field);
    if (field !== 'currency') return null;
    const code = codeOf(this.text('amount')) ?? codeOf(this.text('price'));
    return code === null ? null : readCurrency(code);
  }

  hasExtra(name: string): boolean {
    return this.#columns.extras[name] !== undefined;
  }

  /** The text of a column that only a known format has. */
  extra(name: string): string {
    return this.#cell(this.#columns.extras[name] ?? -1);
  }

  /** @param field the field that the number belongs to */
  extraNumber(name: string, field: ImportField): string | null {
    return this.#number(this.extra(name), this.#columns.extras[name] ?? null, field);
  }

  #cell(column: number): string {
    return unescapeFormula(this.row.cells[column] ?? '').trim();
  }

  #corrected(field: ImportField): string | null | undefined {
    const { correction } = this;
    return correction && Object.hasOwn(correction, field)
      ? (Reflect.get(correction, field) as string | null | undefined)
      : undefined;
  }

  #number(text: string, column: number | null, field: ImportField): string | null {
    if (text === '' || text === '-' || text === '--') return null;
    const mark = this.#conventions.marks.markFor(column, text);
    if (mark === null) {
      throw new RowProblem(`Is the mark in ${quoted(text)} a decimal mark?`, field, ask('decimal_mark'));
    }
    const number = readNumber(text, mark);
    if (number === null) throw new RowProblem(`${quoted(text)} is not a number`, field);
    return number;
  }

  #date(field: 'date' | 'ex_date'): string | null {
    const text = this.text(field);
    if (text === '') return null;
    const order = this.#conventions.orders.orderFor(text);
    if (order === null) {
      throw new RowProblem(
        `Does ${quoted(text)} begin with the day or with the month?`,
        field,
        ask('day_order'),
      );
    }
    const date = readDate(text, order);
    if (date === null) throw new RowProblem(`${quoted(text)} is not a date`, field);
    return date;
  }
}

/** @throws RowProblem */
export function currencyOf(text: string, field: ImportField): string {
  const currency = readCurrency(text);
  if (currency === null) throw new RowProblem(`${quoted(text)} is not a currency`, field);
  return currency;
}
