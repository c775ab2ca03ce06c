import type { CsvRecord } from '../csv.ts';

/** A row with the account of its file. */
export interface SharesightRow {
  readonly account: string;
  readonly currency: string | null;
  readonly record: CsvRecord;
  /** The decimal text of a cell; null if it is no number. */
  number(...names: readonly string[]): string | null;
}

export const currencyOfTrade = ({ record }: SharesightRow) =>
  record.cell('Instrument Currency') || record.cell('Currency');
