import { escapeIdentifier } from 'pg';
import { printable } from '../printable.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTable } from './backup-tables.ts';

/** What a line of a backup asks for. */
export type BackupStatement =
  | { readonly kind: 'rows'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'sequence'; readonly sequence: string; readonly value: string };

const identifier = '"?([a-z_][a-z0-9_]*)"?';
const copy = new RegExp(`^COPY ${identifier} \\(([a-z0-9_", ]+)\\) FROM stdin;$`);
const column = new RegExp(`^${identifier}$`);
const setval = new RegExp(`^SELECT setval\\('${identifier}', (\\d{1,19})\\);$`);

/** Copies the rows of a table out of the database, or into it. */
export function copyStatement({ name, columns }: BackupTable, direction: 'FROM stdin' | 'TO stdout'): string {
  const list = columns.map((each) => escapeIdentifier(each)).join(', ');
  return `COPY ${escapeIdentifier(name)} (${list}) ${direction}`;
}

/** Sets the number that a sequence goes on from. */
export function setvalStatement(sequence: string, value: string): string {
  return `SELECT setval('${escapeIdentifier(sequence)}', ${value});`;
}

/**
 * Reads a line of a backup. The line itself is never executed: a file may come from anywhere, and a statement can do
 * whatever the database's owner may do.
 * @throws BackupError the line is none of the two that a backup holds
 */
export function parseStatement(line: string): BackupStatement {
  const [, table, list] = copy.exec(line) ?? [];
  if (table !== undefined && list !== undefined) {
    const columns = list.split(', ').map((each) => column.exec(each)?.[1]);
    if (columns.every((each) => each !== undefined)) return { kind: 'rows', table, columns };
  }
  const [, sequence, value] = setval.exec(line) ?? [];
  if (sequence !== undefined && value !== undefined) return { kind: 'sequence', sequence, value };
  throw refusal(line);
}

const maxQuotedLength = 60;

/** Refuses the whole file because of a line. */
export function refusal(line: string): BackupError {
  const start = line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength)}…` : line;
  return new BackupError(`The file holds something that a backup does not hold: ${printable(start)}.`);
}
