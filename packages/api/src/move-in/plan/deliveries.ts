import type { NeutralBook, NeutralLine } from '../form.ts';
import type { AccountPlan } from './accounts.ts';
import type { Answers, Question } from './plan.ts';

/** Accounts whose deliveries are booked as trades, with the questions about them. */
export interface DeliveryPlan {
  readonly accounts: ReadonlySet<string>;
  readonly questions: readonly Question[];
}

/**
 * Portfolio Performance counts an outgoing delivery as a sale. In a portfolio without money and without trades, users
 * therefore enter deliveries for trades.
 */
export function deliveryQuestions(
  { program, lines, accounts }: NeutralBook,
  { portfolioOf }: Pick<AccountPlan, 'portfolioOf'>,
  answers: Answers,
): DeliveryPlan {
  const kinds = new Map<string, Set<NeutralLine['kind']>>();
  for (const { account, kind } of lines) {
    const known = kinds.get(account) ?? new Set();
    kinds.set(account, known.add(kind));
  }
  const asked = accounts.filter(({ key, kind, reference }) => {
    const own = kinds.get(key);
    const portfolio = portfolioOf.get(key);
    if (program !== 'Portfolio Performance' || kind !== 'shares' || !own || !portfolio) return false;
    const hasMoney = portfolio.accounts.length > 1 || (reference !== null && portfolioOf.has(reference));
    const hasBoth = own.has('transfer_in') && own.has('transfer_out');
    return !hasMoney && hasBoth && !own.has('buy') && !own.has('sell');
  });
  const questions = asked.map(
    ({ key }): Question => ({
      key: `deliveries:${key}`,
      kind: 'deliveries',
      text: 'Your deliveries look like trades without cash. Take them as purchases and sales?',
      choices: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
      default: 'yes',
      answer: answers[`deliveries:${key}`] ?? null,
    }),
  );
  const taken = asked.filter(({ key }) => answers[`deliveries:${key}`] !== 'no');
  return { accounts: new Set(taken.map(({ key }) => key)), questions };
}

/** The lines with the deliveries of these accounts as trades, which no account of money has paid. */
export function asTrades(
  lines: readonly NeutralLine[],
  { accounts }: Pick<DeliveryPlan, 'accounts'>,
): NeutralLine[] {
  return lines.map((line) => {
    if (!accounts.has(line.account)) return line;
    if (line.kind === 'transfer_in') return { ...line, kind: 'buy' };
    return line.kind === 'transfer_out' ? { ...line, kind: 'sell' } : line;
  });
}
