import type { CsvRecord } from '../csv.ts';

/** A row with the account of its file. */
export interface YahooRow {
  readonly account: string;
  readonly record: CsvRecord;
}
