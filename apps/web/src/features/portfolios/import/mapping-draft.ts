import type { ImportMapping, ImportQuestion, TransactionImportPreview } from '@stockbook/api/schemas';

export type ImportField = keyof ImportMapping['fields'];
export type FieldSource = NonNullable<ImportMapping['fields'][ImportField]>;
type RowType = ImportMapping['types'][number]['type'];

/** A correction of one row, by its line: fields in place of those of the file, or its omission. */
interface RowCure {
  readonly line: number;
  readonly skip?: boolean;
  readonly [field: string]: string | number | boolean | undefined;
}

/** A mapping with the corrections of single rows, as the preview and the import take it. */
export interface MappingDraft extends ImportMapping {
  readonly rows: readonly RowCure[];
}

export const fieldNames: Readonly<Record<ImportField, string>> = {
  date: 'Date',
  type: 'Type',
  symbol: 'Symbol',
  isin: 'ISIN',
  name: 'Name of the stock',
  quantity: 'Shares',
  price: 'Price',
  amount: 'Amount',
  currency: 'Currency',
  fees: 'Fees',
  taxes: 'Taxes',
  fx_rate: 'Exchange rate',
  fx_currency: 'Currency of the rate',
  ex_date: 'Ex-date',
  to_amount: 'Amount that arrived',
  to_currency: 'Its currency',
  external_id: 'Id at the broker',
  note: 'Note',
};

export const importFields = Object.keys(fieldNames) as ImportField[];

export function draftOf({ mapping }: TransactionImportPreview): MappingDraft {
  return { ...mapping, rows: [] };
}

/** The draft with a column or a constant for a field; null leaves the field empty. */
export function withField(draft: MappingDraft, field: ImportField, source: FieldSource | null): MappingDraft {
  const { [field]: _, ...others } = draft.fields;
  return { ...draft, fields: source === null ? others : { ...others, [field]: source } };
}

/** The draft with the answer to a question; null takes it back. */
export function withAnswer(
  draft: MappingDraft,
  question: ImportQuestion,
  answer: string | null,
): MappingDraft {
  const { kind } = question;
  const text = question.text ?? '';
  switch (kind) {
    case 'type': {
      const types = draft.types.filter((each) => each.text !== text);
      return { ...draft, types: answer === null ? types : [...types, { text, type: answer as RowType }] };
    }
    case 'security': {
      const securities = draft.securities.filter((each) => each.text !== text);
      return {
        ...draft,
        securities: answer === null ? securities : [...securities, { text, symbol: answer }],
      };
    }
    case 'field':
      return withField(draft, text as ImportField, answer === null ? null : { constant: answer });
    default:
      return { ...draft, [kind]: answer };
  }
}

/** The answer that a draft has to a question; null without one. */
export function answerTo(draft: MappingDraft, { kind, text }: ImportQuestion): string | null {
  switch (kind) {
    case 'type':
      return draft.types.find((each) => each.text === text)?.type ?? null;
    case 'security':
      return draft.securities.find((each) => each.text === text)?.symbol ?? null;
    case 'field': {
      const source = draft.fields[text as ImportField];
      return source && 'constant' in source ? source.constant : null;
    }
    default:
      return draft[kind];
  }
}

/** The draft with a field of one row in place of that of the file; an empty text takes it back. */
export function withRowField(draft: MappingDraft, line: number, field: string, text: string): MappingDraft {
  const before = draft.rows.find((row) => row.line === line) ?? { line };
  const { [field]: _, ...others } = before;
  return withRow(draft, { ...others, line, ...(text !== '' && { [field]: text }) });
}

/** The draft with or without the row of a line. */
export function withRowSkipped(draft: MappingDraft, line: number, isSkipped: boolean): MappingDraft {
  return withRow(draft, { line, ...(isSkipped && { skip: true }) });
}

function withRow(draft: MappingDraft, row: RowCure): MappingDraft {
  const others = draft.rows.filter(({ line }) => line !== row.line);
  return { ...draft, rows: Object.keys(row).length > 1 ? [...others, row] : others };
}
