import type { Draft } from '../../transactions/check-fields.ts';
import type { Question } from '../read/rows.ts';
import type { ImportQuestion, ReadTransaction, TransactionImportLine } from '../schemas.ts';
import type { JudgedRow } from './judge-rows.ts';

const maxQuestions = 500;

export interface Counts {
  readonly new: number;
  readonly already_there: number;
  readonly skipped: number;
  readonly problem: number;
}

export function countVerdicts(rows: readonly JudgedRow[]): Counts {
  const counts = { new: 0, already_there: 0, skipped: 0, problem: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

/** A page of the rows, problems first, in the order of the file. */
export function presentLines(
  rows: readonly JudgedRow[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): TransactionImportLine[] {
  const rank = ({ verdict }: JudgedRow) => (verdict === 'problem' ? 0 : 1);
  return rows
    .toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
    .slice(offset, offset + limit)
    .map(({ line, verdict, message, field, security, draft, name, raw }) => ({
      line,
      verdict,
      message,
      field,
      security,
      transaction: draft && presentDraft(draft, name),
      raw,
    }));
}

const numberOf = (decimal: string | null) => (decimal === null ? null : Number(decimal));

function presentDraft(draft: Draft, name: string | null): ReadTransaction {
  return {
    type: draft.type,
    date: draft.date,
    symbol: draft.symbol,
    name,
    quantity: numberOf(draft.quantity),
    price: numberOf(draft.price),
    amount: numberOf(draft.amount),
    currency: draft.currency === '' ? null : draft.currency,
    fees: Number(draft.fees),
    taxes: Number(draft.taxes),
    fx_rate: numberOf(draft.fxRate),
    fx_currency: draft.fxCurrency,
    ex_date: draft.exDate,
    to_amount: numberOf(draft.toAmount),
    to_currency: draft.toCurrency,
    external_id: draft.externalId,
    note: draft.note,
  };
}

/** The questions that the mapping should answer, each once, those of most rows first. */
export function collectQuestions(rows: readonly JudgedRow[]): ImportQuestion[] {
  const questions = new Map<string, Question & { lines: number; message: string }>();
  for (const { question, message } of rows) {
    if (!question) continue;
    const key = `${question.kind} ${question.text}`;
    const known = questions.get(key);
    if (known) known.lines += 1;
    else questions.set(key, { ...question, lines: 1, message: message ?? '' });
  }
  return [...questions.values()]
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, maxQuestions)
    .map(({ choices, ...question }) => ({ ...question, choices: [...choices] }));
}
