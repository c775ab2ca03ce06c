import { Decimal } from '../decimal.ts';
import type { FileQuestion, LineKind, NeutralBook, NeutralLine } from '../form.ts';
import type { Answers } from './plan.ts';

/** A decimal of at most 15 digits. */
const ratePattern = /^(?=[\d.]{1,16}$)\d{1,9}(\.\d{1,12})?$/;

/** Whether a text is a rate between currencies. Books are planned before their answers are checked. */
export const isRate = (text: string) => ratePattern.test(text) && Number(text) > 0;

const leftOutAccount = 'The account is left out';

/** A book with the answers to the questions that its file leaves open. */
export function answerFile(book: NeutralBook, answers: Answers): NeutralBook {
  if (book.questions.length === 0) return book;
  const questions = new Map(book.questions.map((question) => [question.key, question]));
  const answerTo = (key: string) => answers[key] ?? questions.get(key)?.default ?? null;
  const skipped = new Set(
    book.questions.flatMap(({ key, kind }) =>
      kind === 'account' && answerTo(key) === 'skip' ? [key.slice('account:'.length)] : [],
    ),
  );
  const isKept = ({ account }: { readonly account: string }) => !skipped.has(account);
  const lines = book.lines.map((line) => {
    const question = line.asked === null ? undefined : questions.get(line.asked);
    const answered = question ? answerLine(line, question, answerTo(question.key)) : line;
    return withoutAccounts(withFeeRate(answered, answerTo), skipped);
  });
  const last = book.lines
    .flatMap(({ date, asked }) => (date === '' && asked !== null ? (answers[asked] ?? []) : []))
    .at(-1);
  const { lastDay, balances } = book;
  return {
    ...book,
    // A day that the user enters is a day of which the file knows something.
    lastDay: last !== undefined && (lastDay === null || last > lastDay) ? last : lastDay,
    accounts: book.accounts.filter(({ key }) => !skipped.has(key)),
    lines,
    balances: { shares: balances.shares.filter(isKept), money: balances.money?.filter(isKept) ?? null },
  };
}

/** The kinds by which a question about a type is answered. */
const answerKinds: Readonly<Record<string, LineKind>> = {
  buy: 'buy',
  sell: 'sell',
  transfer_in: 'transfer_in',
  transfer_out: 'transfer_out',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  interest: 'interest',
  fee: 'fee',
  tax: 'tax',
  split: 'split',
};

function answerLine(line: NeutralLine, { kind }: FileQuestion, value: string | null): NeutralLine {
  if (value === null || kind === 'account') return line;
  if (kind === 'date') return { ...line, date: value };
  if (value === 'skip') return { ...line, skipped: line.skipped ?? 'You left this type out' };
  const known = Object.hasOwn(answerKinds, value) ? answerKinds[value] : undefined;
  return known ? asKind(line, known) : line;
}

/** The line with its fees in its own currency; until the rate is known, it cannot be booked. */
function withFeeRate(line: NeutralLine, answerTo: (key: string) => string | null): NeutralLine {
  // A book that was stored by an earlier version has no such field.
  if (!line.feeRateAsked) return line;
  const rate = answerTo(line.feeRateAsked) ?? '';
  const problem = line.problem ?? 'The rate of the brokerage is not known yet';
  if (!isRate(rate)) return { ...line, problem };
  return { ...line, fees: new Decimal(line.fees).times(rate).toFixed() };
}

/** The line of a payment as another kind. */
function asKind(line: NeutralLine, kind: LineKind): NeutralLine {
  const gross = new Decimal(line.gross);
  const money = line.kind === 'withdrawal' ? gross.neg() : gross;
  switch (kind) {
    case 'deposit':
    case 'withdrawal':
      return { ...line, kind: money.lt(0) ? 'withdrawal' : 'deposit', gross: money.abs().toFixed() };
    case 'interest':
      return { ...line, kind, gross: money.toFixed() };
    case 'fee':
    case 'tax':
      return { ...line, kind, gross: money.neg().toFixed() };
    default:
      return { ...line, kind };
  }
}

/** A transfer to an account that is left out is a withdrawal, one from it a deposit. */
function withoutAccounts(line: NeutralLine, skipped: ReadonlySet<string>): NeutralLine {
  const { kind, account, toAccount, toAmount, toCurrency, arrivingId, gross, currency } = line;
  const hasGiving = !skipped.has(account);
  const hasArriving = toAccount !== null && !skipped.has(toAccount);
  const alone = { toAccount: null, toAmount: null, toCurrency: null, arrivingId: null };
  if (kind !== 'move_cash') return hasGiving ? line : { ...line, skipped: line.skipped ?? leftOutAccount };
  if (hasGiving && hasArriving) return line;
  if (hasGiving) return { ...line, ...alone, kind: 'withdrawal' };
  if (!hasArriving) return { ...line, skipped: line.skipped ?? leftOutAccount };
  return {
    ...line,
    ...alone,
    kind: 'deposit',
    id: arrivingId,
    account: toAccount,
    moneyAccount: toAccount,
    gross: toAmount ?? gross,
    currency: toCurrency ?? currency,
  };
}
