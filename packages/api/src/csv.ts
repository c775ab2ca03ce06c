import { z } from 'zod';
import type { OutputFile } from './trpc.ts';

/** Spreadsheets run a cell that begins like this as a formula. Apostrophes before it are part of the escape. */
const formula = /^'*[=+\-@\t\r]/;

/** Prefixes what a spreadsheet would run as a formula by an apostrophe, which `unescapeFormula` removes. */
function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `csvText` adds. */
export function unescapeFormula(text: string): string {
  return formula.test(text) ? text.replace(/^'/, '') : text;
}

/** A cell of CSV (RFC 4180) with a text, which no spreadsheet runs as a formula. */
export function csvText(text: string): string {
  const escaped = escapeFormula(text);
  return /[",;\r\n\t]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? csvText(value) : String(value);
}

/** Formats rows as lines of CSV (RFC 4180), without a header. A null is an empty cell. */
export function csvLines(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = rows.map((row) => columns.map((name) => csvCell(row[name])).join(','));
  return [...lines, ''].join('\r\n');
}

/** Formats rows as CSV (RFC 4180): a header line with the names of the columns, then one line per row. */
export function csvTable(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  return `${columns.join(',')}\r\n${csvLines(columns, rows)}`;
}

/** The output of an operation that REST sends as a CSV file. */
export const csvFile = z.object({
  csv: z.string().meta({ description: 'CSV with a header line (RFC 4180)' }),
});

export const formulaNote =
  'A text that a spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@`, tab or carriage return) is prefixed by an apostrophe';

/** Metadata of an operation that REST sends as a CSV file, or as another text by its input. */
export function csvFileMeta(
  name: string | ((input: Readonly<Record<string, unknown>>) => string),
  mediaType: OutputFile['mediaType'] = 'text/csv',
) {
  return {
    name: typeof name === 'string' ? () => name : name,
    mediaType,
    write: (output: object) => ('csv' in output ? String(output.csv) : ''),
  };
}
