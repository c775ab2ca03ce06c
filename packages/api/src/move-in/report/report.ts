import type { Comparison } from '../compare/compare.ts';
import type { NeutralBook, NeutralSecurity } from '../form.ts';
import type { MovePlan, PlannedLine, PlannedTransaction, Question } from '../plan/plan.ts';
import { countVerdicts, summarize, type VerdictCounts } from './verdicts.ts';

/** The state of a move as far as its plan decides it. */
type PlanState = 'ready' | 'answers_needed';

/** The description of what a file becomes, for the page. Names are those of the wire. */
export interface MoveReport {
  readonly program: string;
  readonly version: string | null;
  readonly last_day: string | null;
  readonly state: PlanState;
  /** The numbers of lines by verdict, in one sentence. */
  readonly message: string;
  readonly accounts: readonly ReportedAccount[];
  readonly planned_portfolios: readonly ReportedPortfolio[];
  readonly securities: readonly ReportedSecurity[];
  readonly splits: readonly ReportedSplit[];
  readonly lists: readonly { readonly name: string; readonly securities: number }[];
  readonly groups: readonly {
    readonly name: string;
    readonly tags: readonly string[];
    readonly has_targets: boolean;
  }[];
  readonly questions: readonly Question[];
  readonly left_out: MovePlan['leftOut'];
  readonly warnings: readonly string[];
  readonly comparison: Comparison;
}

interface ReportedAccount {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  /** The key of the portfolio that it becomes or joins; null if it is left out. */
  readonly portfolio: string | null;
  readonly counts: VerdictCounts;
  readonly first: string | null;
  readonly last: string | null;
}

interface ReportedPortfolio {
  readonly key: string;
  readonly name: string;
  /** Empty until the question about it is answered. */
  readonly currency: string;
  /** Whether the move creates it. */
  readonly is_new: boolean;
  readonly merged: readonly string[];
}

interface ReportedSecurity {
  readonly key: string;
  readonly name: string;
  readonly isin: string | null;
  readonly status: string;
  readonly symbol: string | null;
  readonly lines: number;
  readonly message: string | null;
}

interface ReportedSplit {
  readonly security: string;
  readonly date: string;
  readonly ratio: string;
  readonly reading: string;
  readonly lines: number;
}

/** Describes a plan with its comparison. */
export function makeReport(book: NeutralBook, plan: MovePlan, comparison: Comparison): MoveReport {
  return {
    program: book.program,
    version: book.version,
    last_day: book.lastDay,
    state: openQuestions(plan.questions).length === 0 ? 'ready' : 'answers_needed',
    message: summarize(countVerdicts(plan.lines)),
    accounts: accountsOf(book, plan),
    planned_portfolios: plan.portfolios.map(({ key, name, currency, existing, merged }) => ({
      key,
      name,
      currency,
      is_new: existing === null,
      merged,
    })),
    securities: plan.securities.map(({ key, name, isin, status, symbol, lines, message }) => ({
      key,
      name,
      isin,
      status,
      symbol,
      lines,
      message,
    })),
    splits: plan.splits.map(({ security, date, numerator, denominator, reading, lines }) => ({
      security,
      date,
      ratio: `${numerator}:${denominator}`,
      reading,
      lines,
    })),
    lists: book.lists.map(({ name, securities }) => ({ name, securities: securities.length })),
    groups: book.groups.map(({ name, tags }) => ({
      name,
      tags: tags.map((tag) => tag.name),
      has_targets: tags.some(({ targetPercent }) => targetPercent !== null),
    })),
    questions: plan.questions,
    left_out: plan.leftOut,
    warnings: plan.warnings,
    comparison,
  };
}

/** The questions that block a move. */
export function openQuestions(questions: readonly Question[]): Question[] {
  return questions.filter((question) => question.default === null && question.answer === null);
}

/** Each line counts once, in the account of its shares or of the giving side. */
function accountsOf({ accounts }: NeutralBook, plan: MovePlan): ReportedAccount[] {
  const byAccount = Map.groupBy(plan.lines, ({ line }) => line.account);
  const portfolioOf = new Map(plan.portfolios.flatMap((each) => each.accounts.map((key) => [key, each.key])));
  return accounts.map(({ key, name, kind }) => {
    const lines = byAccount.get(key) ?? [];
    const dates = lines.map(({ line }) => line.date).toSorted();
    return {
      key,
      name,
      kind,
      portfolio: portfolioOf.get(key) ?? null,
      counts: countVerdicts(lines),
      first: dates[0] ?? null,
      last: dates.at(-1) ?? null,
    };
  });
}

/** A line with what is booked for it. */
export interface ReportedLine {
  /** The number of the line in the file. */
  readonly place: number;
  /** The first of its transactions; null if it has none. */
  readonly transaction: PlannedTransaction | null;
  readonly verdict: PlannedLine['verdict'];
  readonly message: string | null;
  /** The line as the file tells it, in words. */
  readonly raw: string;
}

export interface LineFilter {
  readonly account?: string | undefined;
  readonly security?: string | undefined;
  readonly verdict?: PlannedLine['verdict'] | undefined;
  readonly limit: number;
  readonly offset: number;
}

const order: Readonly<Record<PlannedLine['verdict'], number>> = {
  problem: 0,
  already_there: 1,
  skipped: 1,
  new: 1,
};

/** A page of the lines, problems first, otherwise as they are booked. */
export function reportLines(
  { securities }: Pick<NeutralBook, 'securities'>,
  { lines, transactions }: Pick<MovePlan, 'lines' | 'transactions'>,
  { account, security, verdict, limit, offset }: LineFilter,
): { readonly lines: readonly ReportedLine[]; readonly total: number } {
  const names = new Map(securities.map(({ key, name }: NeutralSecurity) => [key, name]));
  const found = lines
    .filter(({ line }) => account === undefined || [line.account, line.toAccount].includes(account))
    .filter(({ line }) => security === undefined || line.security === security)
    .filter((each) => verdict === undefined || each.verdict === verdict)
    .toSorted((a, b) => order[a.verdict] - order[b.verdict]);
  const first = new Map<string | null, PlannedTransaction>();
  for (const transaction of transactions) {
    if (!first.has(transaction.line)) first.set(transaction.line, transaction);
  }
  return {
    lines: found.slice(offset, offset + limit).map(({ line, verdict: given, message }) => ({
      place: Number(line.key),
      transaction: first.get(line.key) ?? null,
      verdict: given,
      message,
      raw: rawText(line, names),
    })),
    total: found.length,
  };
}

function rawText(line: PlannedLine['line'], names: ReadonlyMap<string, string>): string {
  const { date, kind, quantity, security, gross, currency, fees, taxes } = line;
  const parts = [
    date,
    kind.replaceAll('_', ' '),
    ...(quantity === null ? [] : [quantity]),
    ...(security === null ? [] : [names.get(security) ?? security]),
    `${gross} ${currency}`,
    ...(fees === '0' ? [] : [`fees ${fees}`]),
    ...(taxes === '0' ? [] : [`taxes ${taxes}`]),
  ];
  return parts.join(' · ').slice(0, 1_000);
}
