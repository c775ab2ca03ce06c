import type { ImportField, RowType } from '../mapping-schema.ts';
import type { ImportQuestion } from '../schemas.ts';

/** A row as it is read, before it is known which stock it concerns. Numbers are decimal texts. */
export interface RowValues {
  type: Exclude<RowType, 'skip'>;
  date: string;
  symbol: string | null;
  isin: string | null;
  name: string | null;
  quantity: string | null;
  price: string | null;
  amount: string | null;
  currency: string | null;
  fees: string;
  taxes: string;
  fx_rate: string | null;
  fx_currency: string | null;
  ex_date: string | null;
  to_amount: string | null;
  to_currency: string | null;
  external_id: string | null;
  note: string | null;
  /** Replaces what was computed if the security is quoted in per cent of its nominal value. */
  inPercent: { readonly price?: string; readonly amount?: string };
}

/** A part of the mapping that cures rows. */
export interface Question {
  readonly kind: ImportQuestion['kind'];
  /** The text of the file that is to be mapped, or the name of a field. */
  readonly text: string | null;
  readonly choices: readonly string[];
}

export function ask(
  kind: Question['kind'],
  text: string | null = null,
  choices: readonly string[] = [],
): Question {
  return { kind, text, choices };
}

/** Why a row is not imported; the message is a sentence for the user. */
export class RowProblem extends Error {
  override readonly name = 'RowProblem';
  readonly field: ImportField | null;
  readonly question: Question | null;

  constructor(message: string, field: ImportField | null, question: Question | null = null) {
    super(message);
    this.field = field;
    this.question = question;
  }
}

/** A row that is no transaction. */
export class SkippedRow extends Error {
  override readonly name = 'SkippedRow';
}

/** A row of a file with what was found in it. */
export interface ReadRow {
  readonly line: number;
  /** Up to 1,000 characters. */
  readonly raw: string;
  verdict: 'read' | 'skipped' | 'problem';
  message: string | null;
  field: string | null;
  question: Question | null;
  /** Null unless it was read. */
  values: RowValues | null;
}

export function skip(row: ReadRow, message: string): void {
  Object.assign(row, { verdict: 'skipped', message, field: null, question: null, values: null });
}

/** Carries out a part of the reading of a row. A problem is the row's verdict. */
export function attempt(row: ReadRow, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof SkippedRow) skip(row, error.message);
    else if (error instanceof RowProblem) {
      const { message, field, question } = error;
      Object.assign(row, { verdict: 'problem', message, field, question, values: null });
    } else throw error;
  }
}
