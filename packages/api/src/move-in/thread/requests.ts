import type { MoveNeeds } from '@stockbook/db';
import type { Comparison } from '../compare/compare.ts';
import type { MoveInError } from '../move-in-error.ts';
import type { PlanFacts } from '../plan/facts.ts';
import type { Answers } from '../plan/plan.ts';
import type { ReadOptions } from '../read/read-options.ts';
import type { LineFilter } from '../report/report.ts';
import type { StartMoveInput } from '../start-input.ts';
import type { StoringPlan } from '../store/plan-storing.ts';
import type { StoredLeg } from '../store/recheck.ts';

/** The packed neutral form of a move, and what decides its plan. */
export interface PlanInput {
  readonly book: Uint8Array;
  readonly facts: PlanFacts;
  readonly answers: Answers;
  /** The keys of answers that are to be checked. */
  readonly changed?: readonly string[];
}

/** A plan as far as the main thread needs it. */
export interface PlanSummary {
  /** JSON, without the fields of the move itself. */
  readonly report: string;
  /** The sentence of the first answer that is not possible, with its key; null if all are. */
  readonly wrongAnswer: { readonly key: string; readonly message: string } | null;
  readonly isReady: boolean;
  /** The number of questions that block the move. */
  readonly openQuestions: number;
  readonly comparison: Comparison;
  /** The securities to look up, by their keys. */
  readonly unknown: readonly {
    readonly key: string;
    readonly symbol: string | null;
    readonly isin: string | null;
  }[];
}

/** The requests to a thread of a move by their names: the options and the answer of each. */
export interface MoveCalculations {
  /** Decodes and decrypts the files of a request, whose body can be unparsed, and rejects what they show. */
  open(options: { readonly input: StartMoveInput | Uint8Array; readonly options: ReadOptions }): Promise<{
    readonly upload: Uint8Array<ArrayBuffer>;
    readonly digest: string;
    readonly fileName: string | null;
  }>;
  read(options: { readonly upload: Uint8Array; readonly options: ReadOptions }): Promise<{
    readonly book: Uint8Array<ArrayBuffer>;
    readonly program: string;
    readonly needs: MoveNeeds;
  }>;
  plan(options: PlanInput): PlanSummary;
  /** A page of lines in JSON. */
  lines(options: PlanInput & { readonly filter: LineFilter }): string;
  store(options: PlanInput & { readonly nowMs: number }): {
    readonly summary: PlanSummary;
    readonly storing: StoringPlan;
  };
  /** The comparison of the file with what is stored. */
  recheck(options: PlanInput & { readonly stored: readonly StoredLeg[] }): Comparison;
}

export type CalculationName = keyof MoveCalculations;
export type Options<Name extends CalculationName> = Parameters<MoveCalculations[Name]>[0];
export type Result<Name extends CalculationName> = Awaited<ReturnType<MoveCalculations[Name]>>;

export interface ThreadRequest<Name extends CalculationName = CalculationName> {
  readonly name: Name;
  readonly options: Options<Name>;
}

/** An error loses its class between threads. */
export type ThreadAnswer<Answer> =
  | { readonly result: Answer }
  | { readonly problem: Pick<MoveInError, 'message' | 'field' | 'isTooLarge'> };
