import { mainCurrency, readCurrency } from '@stockbook/common/currencies';
import { Decimal } from '../decimal.ts';
import type { LeftOut, NeutralBook, NeutralLine } from '../form.ts';
import { planAccounts } from './accounts.ts';
import { planBalances } from './balances.ts';
import { bookLine, SkippedLine } from './booking.ts';
import { findProblem } from './checks/check-transactions.ts';
import { findUncoveredLines } from './checks/coverage.ts';
import { roomWarnings } from './checks/room.ts';
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
import { DayRates, inCurrency } from './rates.ts';
import { repetitionOf } from './repetition.ts';
import { joinedSecurities, planSecurities } from './securities.ts';
import { planSplits, type SplitPlan } from './splits.ts';
import { StoredLines } from './stored-lines.ts';

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
    currency:
      line.currency ||
      (stockOf.get(line.security ?? '')?.currency ?? accounts.portfolioOf.get(line.account)?.currency ?? ''),
  }));
  const lines = asTrades(joined, deliveries);
  const portfolioKeyOf = (account: string) => accounts.portfolioOf.get(account)?.key;
  const positions = new Positions(lines, portfolioKeyOf);
  const splits = judgeSplits(book, lines, { stockOf, planned: bySecurity, positions, facts, answers });
  const drafts = draftsOf(lines, book, facts, answers);
  const booking = bookLines(book, lines, { accounts, facts, bySecurity, splits, drafts, positions, stockOf });
  const balances = planBalances(book, accounts.portfolios, booking.transactions);
  const { portfolios } = balances;
  const groups = planGroups(book, { portfolios, securities, firstOf, positions, answers });
  const planned = {
    portfolios,
    securities,
    transactions: [...booking.transactions, ...balances.transactions],
    lines: booking.lines,
  };
  return {
    ...planned,
    splits: splits.splits,
    keptSplits: splits.keptSplits,
    presentRows: booking.presentRows,
    questions: [
      ...book.questions.map((question) => ({ ...question, answer: answers[question.key] ?? null })),
      ...again.questions,
      ...accounts.questions,
      ...questions,
      ...deliveries.questions,
      ...splits.questions,
      ...drafts.questions,
      ...groups.questions,
    ],
    warnings: [...book.warnings, ...balances.warnings, ...roomWarnings(book, planned, facts)],
    groups: groups.groups,
    leftOut: [...book.leftOut, ...unusedOf(accounts.unused, securities), ...groups.leftOut],
  };
}

interface Decided {
  readonly accounts: ReturnType<typeof planAccounts>;
  readonly facts: PlanFacts;
  readonly bySecurity: ReadonlyMap<string, PlannedSecurity>;
  readonly splits: SplitPlan;
  readonly drafts: DraftPlan;
  readonly positions: Positions;
  readonly stockOf: ReturnType<typeof planSecurities>['stockOf'];
}

/** Decides what becomes of each line, and books those that become transactions. */
function bookLines(book: NeutralBook, lines: readonly NeutralLine[], decided: Decided) {
  const { accounts, facts, bySecurity, splits, positions, stockOf } = decided;
  const rates = new DayRates(facts.rates);
  const balanceCurrencies = new Map(
    book.accounts.flatMap(({ key, knownBalances, currency }) =>
      knownBalances === null || currency === null ? [] : [[key, mainCurrency(currency)] as const],
    ),
  );
  const names = new Map(book.accounts.map(({ key, name }) => [key, name]));
  const ctx = {
    portfolioOf: accounts.portfolioOf,
    nameOf: (account: string) => names.get(account) || accounts.portfolioOf.get(account)?.name || '',
    positions,
    sharesPerShare: ({ key }: NeutralLine) => splits.factors.get(key) ?? new Decimal(1),
    rateOf: ({ account, date, currency }: NeutralLine, portfolio: PlannedPortfolio) =>
      balanceCurrencies.get(account) === portfolio.currency && mainCurrency(currency) !== portfolio.currency
        ? rates.rateOn(date, currency, portfolio.currency)
        : null,
  };
  const inMoneyOfAccount = (line: NeutralLine): NeutralLine => {
    const currency = balanceCurrencies.get(line.account);
    const home = accounts.portfolioOf.get(line.account)?.currency;
    if (currency === undefined || currency === home || currency === mainCurrency(line.currency)) return line;
    return inCurrency(line, currency, rates);
  };
  const stored = new StoredLines({
    moved: facts.moved,
    portfolioOf: accounts.portfolioOf,
    symbolOf: (security) => bySecurity.get(security)?.symbol ?? null,
  });
  const booked: PlannedTransaction[] = [];
  const judged = lines.map((line): PlannedLine => {
    const verdict = judge(line, decided);
    if (verdict.verdict !== 'new') return verdict;
    try {
      const transactions = line.kind === 'split' ? [] : bookLine(inMoneyOfAccount(line), ctx);
      const problem = findProblem(transactions, accounts.portfolioOf, facts.lastDay);
      if (problem !== null) return { line, verdict: 'problem', message: problem };
      booked.push(...transactions);
      if (!stored.has(line, transactions)) return verdict;
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
  return {
    lines: judged.map((each) => withProblem(each, uncovered.get(each.line.key))),
    transactions: booked.filter(({ line }) => line === null || !uncovered.has(line)),
    presentRows: stored.taken,
  };
}

/** By day, then by time, then in the order of the file. */
function inBookingOrder(lines: readonly NeutralLine[]): NeutralLine[] {
  return lines.toSorted((a, b) => (a.date === b.date ? a.time - b.time : a.date < b.date ? -1 : 1));
}

function judge(line: NeutralLine, { bySecurity, splits, facts: { lastDay }, drafts }: Decided): PlannedLine {
  const { date, currency, security, problem, skipped } = line;
  const { byHand } = splits;
  const as = (verdict: PlannedLine['verdict'], message: string | null) => ({ line, verdict, message });
  if (skipped !== null) return as('skipped', skipped);
  if (problem !== null) return as('problem', problem);
  if (date === '') return as('problem', 'The day is not known yet');
  if (date < firstDay) return as('problem', 'A transaction must lie after 1969');
  if (date > lastDay) return as('problem', 'A transaction cannot lie in the future');
  if (currency === '') return as('problem', 'The currency is not known yet');
  if (readCurrency(currency) === null) return as('problem', `The currency "${currency}" is not known`);
  if (drafts.isSkipped && drafts.keys.has(line.key)) {
    return as('skipped', 'It lies after the day of the export');
  }
  if (byHand.has(line.key)) return as('skipped', 'Splits come with the prices');
  const unknownSplit = splits.unknown.get(line.key);
  if (unknownSplit !== undefined)
    return as(unknownSplit.isSkipped ? 'skipped' : 'problem', unknownSplit.message);
  const found = security === null ? undefined : bySecurity.get(security);
  if (security !== null && !found) return as('skipped', 'An exchange rate is no security');
  if (found?.status === 'skip') return as('skipped', `${found.name} is left out`);
  if (found?.status === 'ask') return as('problem', `Which stock is "${found.name}"?`);
  if (line.kind === 'split') return as('new', 'It becomes a split of the instrument');
  return as('new', null);
}

function withProblem(planned: PlannedLine, sentence: string | undefined): PlannedLine {
  return sentence === undefined ? planned : { ...planned, verdict: 'problem', message: sentence };
}

function judgeSplits(
  { securities, lastDay }: NeutralBook,
  lines: readonly NeutralLine[],
  {
    stockOf,
    planned,
    positions,
    facts,
    answers,
  }: {
    readonly stockOf: ReturnType<typeof planSecurities>['stockOf'];
    readonly planned: ReadonlyMap<string, PlannedSecurity>;
    readonly positions: Positions;
    readonly facts: PlanFacts;
    readonly answers: Answers;
  },
): SplitPlan {
  const bySecurity = Map.groupBy(lines, ({ security }) => security);
  const plans = securities.flatMap((security) => {
    const stock = stockOf.get(security.key);
    const own = bySecurity.get(security.key) ?? [];
    const { today } = facts;
    // The splits of an own instrument are those of the file.
    if (!stock || own.length === 0 || planned.get(security.key)?.status === 'own') return [];
    return planSplits({ security, stock, lines: own, positions, answers, today, lastDay: lastDay ?? today });
  });
  return {
    splits: plans.flatMap((plan) => plan.splits),
    keptSplits: plans.flatMap((plan) => plan.keptSplits),
    questions: plans.flatMap((plan) => plan.questions),
    byHand: new Set(plans.flatMap((plan) => [...plan.byHand])),
    unknown: new Map(plans.flatMap((plan) => [...plan.unknown])),
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
