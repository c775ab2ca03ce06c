import { escapeIdentifier } from 'pg';
import { printable } from '../printable.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTable } from './backup-tables.ts';

export type BackupStatement =
  | { readonly kind: 'rows'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'sequence'; readonly sequence: string; readonly value: string };

const identifier = '"?([a-z_][a-z0-9_]*)"?';
const copy = new RegExp(`^COPY ${identifier} \\(([a-z0-9_", ]+)\\) FROM stdin;$`);
const column = new RegExp(`^${identifier}$`);
const setval = new RegExp(`^SELECT setval\\('${identifier}', (\\d{1,19})\\);$`);

/** The COPY statement that exports or imports the rows of a table. */
export function copyStatement({ name, columns }: BackupTable, direction: 'FROM stdin' | 'TO stdout'): string {
  const list = columns.map((each) => escapeIdentifier(each)).join(', ');
  return `COPY ${escapeIdentifier(name)} (${list}) ${direction}`;
}

/** The statement that sets the last value of a sequence. */
export function setvalStatement(sequence: string, value: string): string {
  return `SELECT setval('${escapeIdentifier(sequence)}', ${value});`;
}

/**
 * Parses a line of a backup. The line itself is never executed: the file is untrusted, and its statements would run
 * with the rights of the database's owner.
 * @throws BackupError if the line is neither a COPY nor a setval statement of a backup
 */
export function parseStatement(line: string): BackupStatement {
  const [, table, list] = copy.exec(line) ?? [];
  if (table !== undefined && list !== undefined) {
    const columns = list.split(', ').map((each) => column.exec(each)?.[1]);
    if (columns.every((each) => each !== undefined)) return { kind: 'rows', table, columns };
  }
  const [, sequence, value] = setval.exec(line) ?? [];
  if (sequence !== undefined && value !== undefined) return { kind: 'sequence', sequence, value };
  throw unexpectedLine(line);
}

const maxQuotedLength = 60;

export function unexpectedLine(line: string): BackupError {
  const start = line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength)}…` : line;
  return new BackupError(`The file holds something that a backup does not hold: ${printable(start)}.`);
}
