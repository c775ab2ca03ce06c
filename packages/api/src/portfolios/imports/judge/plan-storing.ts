import { randomUUID } from 'node:crypto';
import type { ComparedTransaction, StoredTransaction } from '@stockbook/db';
import type { Draft } from '../../transactions/check-fields.ts';
import { findCoverageProblem, laterSale, newSale } from '../../transactions/coverage-problem.ts';
import type { ImportResult } from '../schemas.ts';
import type { Facts } from './facts.ts';
import type { JudgedRow } from './judge-rows.ts';
import { type Counts, countVerdicts } from './present.ts';

/** Transactions of one statement: with more, it could exceed the time limit of statements. */
const rowsPerStatement = 1_000;

/** The transactions that a task stores, and the rows that it leaves out. */
export interface StoringPlan {
  readonly counts: Counts;
  /** Lists of `StoredTransaction` in JSON, one for each statement. */
  readonly statements: readonly string[];
  /** The stocks of the new transactions. */
  readonly symbols: readonly string[];
  /** The rows that are left out. */
  readonly problems: ImportResult['lines'];
  /** The sentence of the first sale that would not be covered; null if the book is valid. */
  readonly uncovered: string | null;
}

interface StoringOptions {
  readonly importId: string;
  readonly now: Date;
}

/** Makes the transactions of the new rows, and checks that all sales are covered, in steps. */
export function* planStoring(
  judged: readonly JudgedRow[],
  existing: readonly ComparedTransaction[],
  facts: Facts,
  { importId, now }: StoringOptions,
): Generator<undefined, StoringPlan> {
  const added: (StoredTransaction & Pick<ComparedTransaction, 'portfolioId' | 'symbol'>)[] = [];
  const nextOrdinal = ordinals(existing);
  for (const { verdict, draft } of judged) {
    if (verdict !== 'new' || !draft) continue;
    added.push({
      ...draft,
      id: randomUUID(),
      portfolioId: facts.portfolio.id,
      ordinal: nextOrdinal(draft.date),
      importId,
      transferId: null,
      createdAt: now,
      updatedAt: now,
    });
  }
  yield;
  const uncovered = yield* findUncoveredSale(existing, added, facts);
  const statements: string[] = [];
  for (let start = 0; start < added.length; start += rowsPerStatement) {
    statements.push(JSON.stringify(added.slice(start, start + rowsPerStatement)));
    yield;
  }
  return {
    counts: countVerdicts(judged),
    statements,
    symbols: [...new Set(added.flatMap(({ symbol }) => symbol ?? []))],
    problems: judged
      .filter(({ verdict }) => verdict === 'problem')
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, verdict, message, field, security }) => ({ line, verdict, message, field, security })),
    uncovered,
  };
}

/** The next ordinals of days after those of a portfolio. */
function ordinals(existing: readonly ComparedTransaction[]): (date: Draft['date']) => number {
  const last = new Map<string, number>();
  for (const { date, ordinal } of existing) last.set(date, Math.max(ordinal, last.get(date) ?? 0));
  return (date) => {
    const ordinal = (last.get(date) ?? 0) + 1;
    last.set(date, ordinal);
    return ordinal;
  };
}

type Covered = Omit<ComparedTransaction, 'externalId' | 'importId' | 'stockId'>;

/**
 * Finds the first sale that a change of a book leaves uncovered, one stock after the other.
 * @param added transactions that are new
 * @param removed the ids of those that are taken out
 * @returns the sentence for the user; null if all sales are covered
 */
export function* findUncoveredSale(
  existing: readonly Covered[],
  added: readonly Covered[],
  { splits, splitChoices, today }: Pick<Facts, 'splits' | 'splitChoices' | 'today'>,
  removed: ReadonlySet<string> = new Set(),
): Generator<undefined, string | null> {
  const before = Map.groupBy(existing, ({ symbol }) => symbol);
  const news = Map.groupBy(added, ({ symbol }) => symbol);
  const splitsOf = Map.groupBy(splits, ({ symbol }) => symbol);
  const gone = existing.filter(({ id }) => removed.has(id)).map(({ symbol }) => symbol);
  const newIds = new Set(added.map(({ id }) => id));
  const found: { readonly date: string; readonly sentence: string }[] = [];
  for (const symbol of new Set([...news.keys(), ...gone])) {
    if (symbol === null) continue;
    const market = { splits: new Map([[symbol, splitsOf.get(symbol) ?? []]]), splitChoices, today };
    const held = before.get(symbol) ?? [];
    const after = [...held.filter(({ id }) => !removed.has(id)), ...(news.get(symbol) ?? [])];
    const problem = findCoverageProblem({
      before: { ...market, transactions: held },
      after: { ...market, transactions: after },
    });
    if (problem) {
      const sentence = newIds.has(problem.transactionId) ? newSale(problem) : laterSale(problem);
      found.push({ date: problem.date, sentence });
    }
    yield;
  }
  return found.toSorted((a, b) => (a.date < b.date ? -1 : 1))[0]?.sentence ?? null;
}
