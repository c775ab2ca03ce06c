import { mainCurrency, readCurrency } from '@stockbook/common/currencies';
import { isOwnSymbol, isSymbol } from '@stockbook/market-data/symbols';
import { isCalendarDate, requiredName } from '#src/primitives.ts';
import type { NeutralBook } from '../../form.ts';
import { isRate } from '../answer-file.ts';
import type { Answers, MovePlan } from '../plan.ts';

/** An answer that is not possible. */
export interface WrongAnswer {
  readonly key: string;
  readonly message: string;
}

const portfolioName = requiredName('Name', 100);

/** Finds the first of some answers that the plan does not ask for, or that is none of its choices. */
export function checkAnswers(
  answers: Answers,
  keys: readonly string[],
  book: Pick<NeutralBook, 'accounts'>,
  plan: Pick<MovePlan, 'questions' | 'securities'>,
): WrongAnswer | null {
  const accounts = new Set(book.accounts.map(({ key }) => key));
  const securities = new Set(plan.securities.map(({ key }) => key));
  for (const key of keys) {
    const message = problemOf(key, answers[key] ?? '', { accounts, securities, questions: plan.questions });
    if (message !== null) return { key, message };
  }
  return null;
}

interface Known {
  readonly accounts: ReadonlySet<string>;
  readonly securities: ReadonlySet<string>;
  readonly questions: MovePlan['questions'];
}

function problemOf(key: string, value: string, { accounts, securities, questions }: Known): string | null {
  const at = key.indexOf(':');
  const [kind, subject] = [key.slice(0, Math.max(at, 0)), key.slice(at + 1)];
  if (kind === 'security' && securities.has(subject)) {
    const symbol = value.trim().toUpperCase();
    const isMeant = ['own', 'skip'].includes(value) || isSymbol(symbol) || isOwnSymbol(symbol);
    return isMeant ? null : 'Choose a stock, make it an own instrument, or leave it out';
  }
  if (kind === 'merge' && accounts.has(subject)) {
    return accounts.has(value) ? null : 'A portfolio can be merged with another one of the file only';
  }
  if (kind === 'name' && accounts.has(subject)) {
    return portfolioName.safeParse(value).error?.issues[0]?.message ?? null;
  }
  if (kind === 'currency' && accounts.has(subject)) {
    const code = readCurrency(value.trim());
    const isMain = code !== null && mainCurrency(code) === code;
    return isMain ? null : 'Currency must be a code of ISO 4217, for example USD';
  }
  const question = questions.find((each) => each.key === key);
  if (!question) return `There is no question "${key}"`;
  if (question.kind === 'date') return isCalendarDate(value) ? null : 'A day must be written as 2024-05-20';
  if (question.kind === 'rate') {
    return isRate(value) ? null : 'A rate must be a number above 0, for example 1.0852';
  }
  const values = question.choices.map((choice) => choice.value);
  return values.includes(value) ? null : `The answer must be one of: ${values.join(', ')}`;
}
