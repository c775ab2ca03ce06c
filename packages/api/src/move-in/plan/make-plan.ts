import { mainCurrency, readCurrency } from '@stockbook/common/currencies';
import { Decimal } from '../decimal.ts';
import type { LeftOut, NeutralBook, NeutralLine } from '../form.ts';
import { planAccounts } from './accounts.ts';
import { planBalances } from './balances.ts';
import { bookLine, SkippedLine } from './booking.ts';
import { findProblem } from './checks/check-transactions.ts';
import { findUncoveredLines } from './checks/coverage.ts';
import { asTrades, deliveryQuestions } from './deliveries.ts';
import { type DraftPlan, draftsOf } from './drafts.ts';
import type { PlanFacts } from './facts.ts';
import { planGroups } from './groups.ts';
import type {
  Answers,
  MovePlan,
  PlannedLine,
  PlannedPortfolio,
  PlannedSecurity,
  PlannedTransaction,
} from './plan.ts';
import { Positions } from './positions.ts';
import { DayRates } from './rates.ts';
import { repetitionOf } from './repetition.ts';
import { joinedSecurities, planSecurities } from './securities.ts';
import { planSplits, type SplitPlan } from './splits.ts';

const firstDay = '1970-01-01';

/** Decides what a file becomes: portfolios, stocks and own instruments, transactions, and the open questions. */
export function makePlan(book: NeutralBook, known: PlanFacts, answers: Answers): MovePlan {
  const again = repetitionOf(known, answers);
  const { facts } = again;
  const accounts = planAccounts(book, facts, answers);
  const { securities, stockOf, questions } = planSecurities(book, facts, answers);
  const bySecurity = new Map(securities.map((security) => [security.key, security]));
  const deliveries = deliveryQuestions(book, accounts, answers);
  const firstOf = joinedSecurities(securities);
  const joined = inBookingOrder(book.lines).map((line) => ({
    ...line,
    security: line.security && (firstOf.get(line.security) ?? line.security),
  }));
  const lines = asTrades(joined, deliveries);
  const portfolioKeyOf = (account: string) => accounts.portfolioOf.get(account)?.key;
  const positions = new Positions(lines, portfolioKeyOf);
  const splits = judgeSplits(book, lines, { stockOf, positions, facts, answers });
  const rates = new DayRates(facts.rates);
  const withBalances = new Set(
    book.accounts.filter(({ knownBalances }) => knownBalances !== null).map(({ key }) => key),
  );
  const drafts = draftsOf(lines, book, facts, answers);
  const names = new Map(book.accounts.map(({ key, name }) => [key, name]));
  const ctx = {
    portfolioOf: accounts.portfolioOf,
    nameOf: (account: string) => names.get(account) || accounts.portfolioOf.get(account)?.name || '',
    positions,
    sharesPerShare: ({ key }: NeutralLine) => splits.factors.get(key) ?? new Decimal(1),
    rateOf: ({ account, date, currency }: NeutralLine, portfolio: PlannedPortfolio) =>
      withBalances.has(account) && mainCurrency(currency) !== portfolio.currency
        ? rates.rateOn(date, currency, portfolio.currency)
        : null,
  };
  const booked: PlannedTransaction[] = [];
  const judged = lines.map((line): PlannedLine => {
    const verdict = judge(line, { bySecurity, splits, facts, drafts });
    if (verdict.verdict !== 'new') return verdict;
    try {
      const transactions = bookLine(line, ctx);
      const problem = findProblem(transactions, accounts.portfolioOf, facts.lastDay);
      if (problem !== null) return { line, verdict: 'problem', message: problem };
      booked.push(...transactions);
      if (!isStored(line, ctx.portfolioOf, facts)) return verdict;
      return { line, verdict: 'already_there', message: 'The portfolio has this transaction' };
    } catch (error) {
      if (!(error instanceof SkippedLine)) throw error;
      return { line, verdict: 'skipped', message: error.message };
    }
  });
  const uncovered = findUncoveredLines(booked, splits.keptSplits, {
    portfolios: accounts.portfolios,
    stockOf,
    nameOf: (key) => bySecurity.get(key)?.symbol ?? bySecurity.get(key)?.name ?? '',
    today: facts.today,
  });
  const transactions = booked.filter(({ line }) => line === null || !uncovered.has(line));
  const balances = planBalances(book, accounts.portfolios, transactions);
  const { portfolios } = balances;
  const groups = planGroups(book, { portfolios, securities, firstOf, positions, answers });
  return {
    portfolios,
    securities,
    transactions: [...transactions, ...balances.transactions],
    lines: judged.map((each) => withProblem(each, uncovered.get(each.line.key))),
    splits: splits.splits,
    keptSplits: splits.keptSplits,
    questions: [
      ...again.questions,
      ...accounts.questions,
      ...questions,
      ...deliveries.questions,
      ...splits.questions,
      ...drafts.questions,
      ...groups.questions,
    ],
    warnings: [...book.warnings, ...balances.warnings],
    groups: groups.groups,
    leftOut: [...book.leftOut, ...unusedOf(accounts.unused, securities), ...groups.leftOut],
  };
}

/** By day, then by time, then in the order of the file. */
function inBookingOrder(lines: readonly NeutralLine[]): NeutralLine[] {
  return lines.toSorted((a, b) => (a.date === b.date ? a.time - b.time : a.date < b.date ? -1 : 1));
}

function judge(
  line: NeutralLine,
  {
    bySecurity,
    splits: { byHand },
    facts: { lastDay },
    drafts,
  }: {
    readonly bySecurity: ReadonlyMap<string, PlannedSecurity>;
    readonly splits: SplitPlan;
    readonly facts: PlanFacts;
    readonly drafts: DraftPlan;
  },
): PlannedLine {
  const { date, currency, security, problem, skipped } = line;
  const as = (verdict: PlannedLine['verdict'], message: string | null) => ({ line, verdict, message });
  if (skipped !== null) return as('skipped', skipped);
  if (problem !== null) return as('problem', problem);
  if (date < firstDay) return as('problem', 'A transaction must lie after 1969');
  if (date > lastDay) return as('problem', 'A transaction cannot lie in the future');
  if (readCurrency(currency) === null) return as('problem', `The currency "${currency}" is not known`);
  if (drafts.isSkipped && drafts.keys.has(line.key)) {
    return as('skipped', 'It lies after the day of the export');
  }
  if (byHand.has(line.key)) return as('skipped', 'Splits come with the prices');
  const found = security === null ? undefined : bySecurity.get(security);
  if (security !== null && !found) return as('skipped', 'An exchange rate is no security');
  if (found?.status === 'skip') return as('skipped', `${found.name} is left out`);
  if (found?.status === 'ask') return as('problem', `Which stock is "${found.name}"?`);
  return as('new', null);
}

/** Whether the portfolio that came from the account of a line has it. */
function isStored(
  { id, account }: NeutralLine,
  portfolioOf: ReadonlyMap<string, PlannedPortfolio>,
  { moved }: Pick<PlanFacts, 'moved'>,
): boolean {
  const existing = portfolioOf.get(account)?.existing ?? null;
  if (id === null || existing === null) return false;
  return moved.some(({ portfolio }) => portfolio.id === existing && portfolio.externalIds.has(id));
}

function withProblem(planned: PlannedLine, sentence: string | undefined): PlannedLine {
  return sentence === undefined ? planned : { ...planned, verdict: 'problem', message: sentence };
}

function judgeSplits(
  { securities, lastDay }: NeutralBook,
  lines: readonly NeutralLine[],
  {
    stockOf,
    positions,
    facts,
    answers,
  }: {
    readonly stockOf: ReturnType<typeof planSecurities>['stockOf'];
    readonly positions: Positions;
    readonly facts: PlanFacts;
    readonly answers: Answers;
  },
): SplitPlan {
  const bySecurity = Map.groupBy(lines, ({ security }) => security);
  const plans = securities.flatMap((security) => {
    const stock = stockOf.get(security.key);
    const own = bySecurity.get(security.key) ?? [];
    if (!stock || stock.splits.length === 0 || own.length === 0) return [];
    const { today } = facts;
    return planSplits({ security, stock, lines: own, positions, answers, today, lastDay: lastDay ?? today });
  });
  return {
    splits: plans.flatMap((plan) => plan.splits),
    keptSplits: plans.flatMap((plan) => plan.keptSplits),
    questions: plans.flatMap((plan) => plan.questions),
    byHand: new Set(plans.flatMap((plan) => [...plan.byHand])),
    factors: new Map(plans.flatMap((plan) => [...plan.factors])),
  };
}

function unusedOf(
  accounts: readonly { readonly name: string }[],
  securities: readonly PlannedSecurity[],
): LeftOut[] {
  const unused = securities.filter(({ status }) => status === 'unused').length;
  const named = accounts.map(({ name }) => ({
    what: name,
    count: 1,
    why: 'The account has no transactions',
  }));
  if (unused === 0) return named;
  return [
    ...named,
    { what: 'Securities', count: unused, why: 'They have no transactions and stand on no list' },
  ];
}
