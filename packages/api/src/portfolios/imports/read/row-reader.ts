import { transactionTypes } from '@stockbook/common/transaction-types';
import type { CorrectedRow, ImportMapping, RowType } from '../mapping-schema.ts';
import { normalType, type Preset, type Target } from '../presets/preset.ts';
import { Cells, type Columns, type Conventions } from './cells.ts';
import { readDate } from './dates.ts';
import { absolute } from './money.ts';
import { ask, attempt, type ReadRow, RowProblem, type RowValues, SkippedRow } from './rows.ts';
import { normalName, type TableRow } from './table.ts';

/** Characters of the text of a row that a preview shows, and of a note. */
export const maxRawLength = 1_000;

/** Reads the rows of a file by its format and its mapping. */
export class RowReader {
  readonly #header: string;
  readonly #preset: Preset | null;
  readonly #columns: Columns;
  readonly #conventions: Conventions;
  readonly #types: ReadonlyMap<string, RowType>;
  readonly #mapped: ReadonlyMap<string, RowType>;
  readonly #target: Target;

  constructor(
    header: readonly string[],
    preset: Preset | null,
    columns: Columns,
    conventions: Conventions,
    { types }: ImportMapping,
    target: Target,
  ) {
    this.#header = JSON.stringify(header.map(normalName));
    this.#preset = preset;
    this.#columns = columns;
    this.#conventions = conventions;
    this.#mapped = new Map(types.map(({ text, type }) => [normalType(text), type]));
    this.#types = new Map(Object.entries(preset?.types ?? {}));
    this.#target = target;
  }

  read(row: TableRow, raw: string, correction: CorrectedRow | undefined): ReadRow {
    const read: ReadRow = {
      line: row.line,
      raw,
      verdict: 'read',
      message: null,
      field: null,
      question: null,
      values: null,
    };
    const cells = new Cells(row, this.#columns, this.#conventions, correction);
    attempt(read, () => {
      const reason = this.#skipReason(cells);
      if (reason !== null) throw new SkippedRow(reason);
      const type = this.#typeOf(cells);
      if (type === 'skip') throw new SkippedRow('Rows of this type are left out');
      const values = valuesOf(type, cells);
      this.#adjust(values, cells);
      read.values = values;
    });
    return read;
  }

  /** @throws RowProblem unless the user has entered the field that it concerns */
  #adjust(values: RowValues, cells: Cells): void {
    try {
      this.#preset?.adjust?.(values, cells, this.#target);
    } catch (error) {
      const isCorrected =
        error instanceof RowProblem &&
        error.field !== null &&
        cells.correction !== undefined &&
        Reflect.get(cells.correction, error.field) != null;
      if (!isCorrected) throw error;
    }
  }

  #skipReason(cells: Cells): string | null {
    if (cells.correction?.skip) return 'You have left this row out';
    if (JSON.stringify(cells.row.cells.map(normalName)) === this.#header)
      return 'The names of the columns again';
    if (isFooter(cells)) return 'This line is no transaction';
    return this.#preset?.skipReason?.(cells) ?? null;
  }

  /** @throws RowProblem if the type is not known */
  #typeOf(cells: Cells): RowType {
    if (cells.correction?.type) return cells.correction.type;
    const shown = cells.text('type').slice(0, maxRawLength);
    const text = normalType(shown);
    const type =
      this.#mapped.get(text) ??
      this.#preset?.typeOf?.(text, cells) ??
      this.#types.get(text) ??
      this.#ownType(text);
    if (type) return type;
    if (text !== '') {
      throw new RowProblem(`This type is not known: "${shown}"`, 'type', ask('type', shown));
    }
    const question = this.#columns.fields.type ? null : ask('field', 'type');
    throw new RowProblem('This row has no type', 'type', question);
  }

  /** The names of our own types, unless a known format gives its texts another meaning. */
  #ownType(text: string): RowType | undefined {
    if (this.#preset?.isVerified) return undefined;
    return transactionTypes.find((own) => own.toLowerCase() === text);
  }
}

/** Lines below the table: totals and notes, which have no date and hardly any cells. */
function isFooter(cells: Cells): boolean {
  const date = cells.text('date');
  if (readDate(date, 'day_first') !== null || readDate(date, 'month_first') !== null) return false;
  const filled = cells.row.cells.filter((cell) => cell.trim() !== '').length;
  return filled <= 2 && cells.text('type') === '';
}

/** @throws RowProblem */
function valuesOf(type: Exclude<RowType, 'skip'>, cells: Cells): RowValues {
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    type,
    date: cells.date(),
    symbol: orNull(cells.text('symbol').toUpperCase()),
    isin: orNull(cells.text('isin').toUpperCase()),
    name: orNull(cells.text('name')),
    quantity: cells.number('quantity'),
    price: cells.number('price'),
    amount: cells.number('amount'),
    currency: cells.currency('currency'),
    fees: absolute(cells.number('fees')) ?? '0',
    taxes: absolute(cells.number('taxes')) ?? '0',
    fx_rate: cells.number('fx_rate'),
    fx_currency: cells.currency('fx_currency'),
    ex_date: cells.exDate(),
    to_amount: cells.number('to_amount'),
    to_currency: cells.currency('to_currency'),
    external_id: orNull(cells.text('external_id')),
    note: orNull(cells.text('note').slice(0, maxRawLength)),
    inPercent: {},
  };
}
