import { hash } from 'node:crypto';
import type { CorrectedRow, FieldSources, ImportMapping, ImportMappingInput } from '../mapping-schema.ts';
import type { Target } from '../presets/preset.ts';
import { offerFields, type Recognised, recognise } from '../presets/presets.ts';
import type { Columns, Conventions } from './cells.ts';
import { DayOrders } from './dates.ts';
import { applyCorrection, finishValues, signsOf } from './finish-row.ts';
import { readGhostfolioJson } from './json-table.ts';
import { DecimalMarks } from './numbers.ts';
import { maxRawLength, RowReader } from './row-reader.ts';
import { attempt, type ReadRow } from './rows.ts';
import { FileError, findTable, normalName, type Table, type TableRow } from './table.ts';

/** Rows of a file; empty ones do not count. */
const maxImportRows = 10_000;

/** Rows that are read in one step of a calculation thread: a few milliseconds. */
const rowsPerStep = 100;

const [shownValues, maxShownLength] = [5, 100];

export interface FileRequest {
  readonly text: string;
  /** The mapping that was sent, or is remembered; null without one. */
  readonly mapping: ImportMappingInput | null;
  readonly target: Target;
  /** Whether the rows have their texts, which only a preview shows. */
  readonly hasRaw: boolean;
}

/** A file that was read, without knowledge of what the portfolio has. */
export interface ReadFile {
  readonly preset: string | null;
  readonly isConfirmed: boolean;
  readonly headerDigest: string;
  readonly mapping: ImportMapping;
  readonly header: readonly string[];
  readonly columns: readonly (readonly string[])[];
  readonly rows: readonly ReadRow[];
}

const numberFields = ['quantity', 'price', 'amount', 'fees', 'taxes', 'fx_rate', 'to_amount'] as const;

function openTable(text: string): Table {
  const content = text.replace(/^\uFEFF/, '').trimStart();
  return /^[{[]/.test(content)
    ? readGhostfolioJson(content)
    : findTable(text, (header) => recognise(header) !== null);
}

/** SHA-256 of the normal names of a header, by which its mapping is remembered. */
const digestOf = (header: readonly string[]) => hash('sha256', JSON.stringify(header.map(normalName)), 'hex');

/** The digest of the header of a file. @throws FileError */
export function identify(text: string): string {
  return digestOf(openTable(text).header);
}

/**
 * Reads a file in steps.
 * @throws FileError if it cannot be read or has too many rows
 */
export function* readFile({ text, mapping, target, hasRaw }: FileRequest): Generator<undefined, ReadFile> {
  const table = openTable(text);
  const { header } = table;
  const recognised = recognise(header.map(normalName));
  const tableRows = yield* collectRows(table);
  const effective = effectiveMapping(header, recognised, mapping);
  const columns = { fields: effective.fields, extras: recognised?.columns.extras ?? {} };
  const conventions = conventionsOf(effective, columns, tableRows);
  const reader = new RowReader(header, recognised?.preset ?? null, columns, conventions, effective, target);
  const corrections = new Map(mapping?.rows?.map((row) => [row.line, row]));
  const rows: ReadRow[] = [];
  for (const row of tableRows) {
    const raw = hasRaw ? row.raw.slice(0, maxRawLength) : '';
    rows.push(reader.read(row, raw, corrections.get(row.line)));
    if (rows.length % rowsPerStep === 0) yield;
  }
  recognised?.preset.join?.(rows);
  const signs = recognised?.preset.signs ?? signsOf(rows);
  for (const row of rows) finish(row, signs, effective.amount, corrections.get(row.line));
  return {
    preset: recognised?.preset.name ?? null,
    isConfirmed: mapping !== null || recognised?.preset.isVerified === true,
    headerDigest: digestOf(header),
    mapping: effective,
    header,
    columns: header.map((_, column) =>
      tableRows.slice(0, shownValues).map(({ cells }) => (cells[column] ?? '').slice(0, maxShownLength)),
    ),
    rows,
  };
}

function* collectRows({ rows }: Table): Generator<undefined, TableRow[]> {
  const collected: TableRow[] = [];
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count <= maxImportRows) collected.push(row);
    if (count % rowsPerStep === 0) yield;
  }
  if (count > maxImportRows) {
    const [found, most] = [count, maxImportRows].map((number) => number.toLocaleString('en-US'));
    throw new FileError(`The file has ${found} rows. Import at most ${most} at a time`);
  }
  if (count === 0) throw new FileError('The file has no transactions');
  return collected;
}

function effectiveMapping(
  header: readonly string[],
  recognised: Recognised | null,
  given: ImportMappingInput | null,
): ImportMapping {
  const offered: FieldSources = recognised?.columns.fields ?? offerFields(header.map(normalName));
  const preset = recognised?.preset;
  const fields = Object.entries({ ...offered, ...given?.fields }).filter(
    ([, source]) => source !== undefined,
  );
  return {
    fields: Object.fromEntries(fields),
    types: given?.types ?? [],
    securities: given?.securities ?? [],
    day_order: given?.day_order ?? preset?.dayOrder ?? null,
    decimal_mark: given?.decimal_mark ?? preset?.decimalMark ?? null,
    amount: given?.amount ?? preset?.amount ?? null,
  };
}

function conventionsOf(
  { day_order, decimal_mark, fields }: ImportMapping,
  { extras }: Columns,
  rows: readonly TableRow[],
): Conventions {
  const marks = new DecimalMarks(decimal_mark);
  const orders = new DayOrders(day_order);
  const columnOf = (field: keyof FieldSources) => {
    const source = fields[field];
    return source && 'column' in source ? [source.column] : [];
  };
  const numbers = [...numberFields.flatMap(columnOf), ...Object.values(extras)];
  const dates = [...columnOf('date'), ...columnOf('ex_date')];
  for (const { cells } of rows) {
    for (const column of numbers) marks.add(column, cells[column] ?? '');
    for (const column of dates) orders.add(cells[column] ?? '');
  }
  return { marks, orders };
}

function finish(
  row: ReadRow,
  signs: Parameters<typeof finishValues>[1],
  kind: ImportMapping['amount'],
  correction: CorrectedRow | undefined,
): void {
  const { values } = row;
  if (!values) return;
  attempt(row, () => {
    // An amount that the user has entered is that of a transaction.
    finishValues(values, signs, correction?.amount == null ? kind : 'gross');
    if (correction) applyCorrection(values, correction);
  });
}
