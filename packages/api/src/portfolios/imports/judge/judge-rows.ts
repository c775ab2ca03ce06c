import { mainCurrency } from '@stockbook/common/currencies';
import { formatDay } from '@stockbook/common/days';
import type { ComparedTransaction } from '@stockbook/db';
import { type Draft, TransactionFieldError } from '../../transactions/check-fields.ts';
import { draftOf } from '../../transactions/drafts.ts';
import { newTransaction } from '../../transactions/schemas.ts';
import { type Question, type ReadRow, RowProblem, type RowValues } from '../read/rows.ts';
import type { ImportRowVerdict } from '../schemas.ts';
import { ExistingTransactions, KnownPrices, KnownRates } from './book.ts';
import type { Facts, FactsStock } from './facts.ts';
import { type Resolution, Securities, securityOf, type UnknownSecurity } from './securities.ts';

/** Rows that are judged in one step of a calculation thread: some ten milliseconds. */
const rowsPerStep = 200;

/** A row with its verdict. */
export interface JudgedRow {
  readonly line: number;
  readonly raw: string;
  verdict: ImportRowVerdict;
  message: string | null;
  field: string | null;
  question: Question | null;
  readonly security: string | null;
  /** Null for a row that cannot be stored as it is. The stock has the id 0 until it is looked up. */
  draft: Draft | null;
  name: string | null;
  /** The security that the provider must be asked about. */
  lookUp: UnknownSecurity | null;
}

/** The rows of a file in the order in which they are booked: a file whose dates descend is read from below. */
function inBookingOrder(rows: readonly ReadRow[]): readonly ReadRow[] {
  const dates = rows.flatMap(({ values }) => values?.date ?? []);
  let [ascending, descending] = [0, 0];
  for (const [index, date] of dates.slice(1).entries()) {
    const before = dates[index] ?? date;
    if (date > before) ascending += 1;
    if (date < before) descending += 1;
  }
  return descending > ascending ? rows.toReversed() : rows;
}

/** Gives each row of a file its verdict, in steps. @returns the rows in the order in which they are booked */
export function* judgeRows(
  rows: readonly ReadRow[],
  facts: Facts,
  existing: readonly ComparedTransaction[],
): Generator<undefined, JudgedRow[]> {
  const judge = new Judge(facts, existing);
  const judged: JudgedRow[] = [];
  for (const row of inBookingOrder(rows)) {
    judged.push(judge.draft(row));
    if (judged.length % rowsPerStep === 0) yield;
  }
  for (const [index, row] of judged.entries()) {
    judge.compare(row);
    if (index % rowsPerStep === 0) yield;
  }
  return judged;
}

class Judge {
  readonly #facts: Facts;
  readonly #securities: Securities;
  readonly #existing: ExistingTransactions;
  readonly #rates: KnownRates;
  readonly #prices: KnownPrices;

  constructor(facts: Facts, existing: readonly ComparedTransaction[]) {
    this.#facts = facts;
    this.#securities = new Securities(facts);
    this.#existing = new ExistingTransactions(existing);
    this.#rates = new KnownRates(facts);
    this.#prices = new KnownPrices(facts);
    for (const transaction of existing) {
      this.#rates.note(transaction);
      this.#prices.note(transaction);
    }
  }

  /** Makes the draft of a row, which may name the rate or the price of another row. */
  draft(row: ReadRow): JudgedRow {
    const { line, raw, message, field, question, values } = row;
    const judged: JudgedRow = {
      line,
      raw,
      verdict: row.verdict === 'read' ? 'new' : row.verdict,
      message,
      field,
      question,
      security: values && securityOf(values),
      draft: null,
      name: null,
      lookUp: null,
    };
    if (values) attempt(judged, () => this.#draft(judged, values));
    return judged;
  }

  #draft(judged: JudgedRow, values: RowValues): void {
    const { stock, lookUp }: Resolution =
      judged.security === null ? { stock: null, lookUp: null } : this.#securities.resolve(values);
    judged.lookUp = lookUp;
    judged.name = stock?.name ?? values.name;
    const draft = makeDraft(values, stock, lookUp, this.#facts);
    judged.draft = draft;
    this.#rates.note(draft);
    this.#prices.note(draft);
  }

  /** Compares a draft with the portfolio and with what is known of rates and prices. */
  compare(judged: JudgedRow): void {
    const { draft, lookUp } = judged;
    if (!draft) return;
    attempt(judged, () => {
      if (this.#existing.take(draft)) {
        Object.assign(judged, {
          verdict: 'already_there',
          message: 'The portfolio has this transaction',
          lookUp: null,
        });
        return;
      }
      this.#checkRate(draft);
      if (this.#prices.isMissing(draft) && lookUp === null) {
        const message = `There is no price of ${draft.symbol} for ${formatDay(draft.date)}: enter what it had cost`;
        throw new RowProblem(message, 'price');
      }
      if (lookUp) judged.message = 'Will be looked up';
    });
  }

  #checkRate(draft: Draft): void {
    const { type, price, currency, date } = draft;
    const needsRate =
      type !== 'EXCHANGE' && type !== 'TRANSFER_OUT' && (type !== 'TRANSFER_IN' || price !== null);
    if (!needsRate || currency === '' || !this.#rates.isMissing(draft)) return;
    const pair = `${mainCurrency(currency)}/${this.#facts.portfolio.currency}`;
    const message = `There is no ${pair} rate for ${formatDay(date)}: map a column or enter the rate`;
    throw new RowProblem(message, 'fx_rate');
  }
}

/**
 * The transaction of a row, checked as one that is entered by hand.
 * @param lookUp the security whose stock is not known for sure
 * @throws RowProblem, TransactionFieldError
 */
function makeDraft(
  values: RowValues,
  stock: FactsStock | null,
  lookUp: UnknownSecurity | null,
  { portfolio, lastDay }: Facts,
): Draft {
  const { isin: _, name: __, fx_currency: fxCurrency, inPercent, ...others } = values;
  const fields = stock?.quotedIn === 'percent' ? { ...others, ...inPercent } : others;
  // Until it is looked up, a stock has a symbol of its own, which no stock of a market has.
  const symbol = stock?.symbol ?? (lookUp === null ? null : (lookUp.symbol ?? '='));
  const isOwnRate = fields.fx_rate !== null && Number(fields.fx_rate) === 1 && fxCurrency === null;
  const { data, error } = newTransaction.safeParse({ ...fields, symbol });
  if (error) {
    const [issue] = error.issues;
    throw new TransactionFieldError(
      String(issue?.path[0] ?? 'type'),
      issue?.message ?? 'The row is not valid',
    );
  }
  const currency = data.currency ?? stock?.currency ?? (lookUp ? null : portfolio.currency);
  // A file with a column of rates has 1 for the own currency.
  const isOwn = isOwnRate && currency !== null && mainCurrency(currency) === portfolio.currency;
  const input = { ...data, fx_rate: isOwn ? null : data.fx_rate };
  const known = stock ?? {
    id: 0,
    symbol: symbol ?? '',
    name: '',
    currency: null,
    quotedIn: 'money' as const,
  };
  const stocks = new Map(symbol === null ? [] : [[symbol, known]]);
  const draft = draftOf(input, { portfolio, stocks, lastDay });
  return {
    ...draft,
    symbol: stock?.symbol ?? lookUp?.symbol ?? null,
    currency: currency ?? '',
    fxCurrency: draft.fxRate === null ? null : (fxCurrency ?? portfolio.currency),
  };
}

/** Carries out a part of the judgement of a row. A problem is the row's verdict. */
function attempt(judged: JudgedRow, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof RowProblem || error instanceof TransactionFieldError)) throw error;
    const { message, field } = error;
    const question = error instanceof RowProblem ? error.question : null;
    Object.assign(judged, { verdict: 'problem', message, field, question, lookUp: null });
  }
}
