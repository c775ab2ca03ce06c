import { answerInThread } from '@stockbook/indicators';
import { AppError } from '#src/app-error.ts';
import type { Facts } from '../judge/facts.ts';
import type { StoringPlan } from '../judge/plan-storing.ts';
import type { UnknownSecurity } from '../judge/securities.ts';
import type { FileRequest, ReadFile } from '../read/read-file.ts';
import type { TransactionImportPreview } from '../schemas.ts';

/** The names in a file whose facts decide its verdicts. */
export interface FileNeeds {
  readonly symbols: readonly string[];
  readonly isins: readonly string[];
  readonly currencies: readonly string[];
}

/** A file that was read, with its rows in JSON: only calculation threads read them. */
export interface FileSummary extends Omit<ReadFile, 'rows'> {
  readonly rows: string;
  readonly needs: FileNeeds;
}

/** The part of a preview that depends on the portfolio. */
export interface JudgedPage
  extends Pick<TransactionImportPreview, 'counts' | 'questions' | 'lines' | 'total'> {
  /** The securities that the provider must be asked about, each once. */
  readonly unknown: readonly UnknownSecurity[];
}

/** The requests to a calculation thread by their names: the options and the answer of each. */
export interface ImportCalculations {
  /** The digest of a file's header. */
  identify(options: { readonly text: string }): string;
  read(options: FileRequest): FileSummary;
  /** The names in stored rows. */
  needs(options: { readonly rows: string; readonly mapping: Readonly<Record<string, unknown>> }): {
    readonly needs: FileNeeds;
    readonly mapped: Facts['mapped'];
  };
  judge(options: {
    readonly rows: string;
    readonly facts: Facts;
    readonly page: { readonly limit: number; readonly offset: number };
  }): JudgedPage;
  plan(options: {
    readonly rows: string;
    readonly facts: Facts;
    readonly importId: string;
    readonly now: Date;
  }): StoringPlan;
  /** The sentence of the first sale that is uncovered without the transactions of an import; null without one. */
  takeBack(options: {
    readonly facts: Pick<Facts, 'transactions' | 'splits' | 'splitChoices' | 'today'>;
    readonly importId: string;
  }): string | null;
}

export type CalculationName = keyof ImportCalculations;

export interface ImportRequest<Name extends CalculationName = CalculationName> {
  readonly name: Name;
  readonly options: Parameters<ImportCalculations[Name]>[0];
}

/** The answer to a file that cannot be read is a sentence: an error loses its class on the way. */
export type ImportAnswer<Result> = { readonly result: Result } | { readonly problem: string };

const module = new URL('./import-answer.ts', import.meta.url).href;

/**
 * Reads or judges a file in a calculation thread.
 * @param turn the user: each has one calculation at a time, and users take turns
 * @throws AppError BAD_REQUEST if the file cannot be read, the signal's reason
 */
export async function calculateImport<Name extends CalculationName>(
  name: Name,
  options: Parameters<ImportCalculations[Name]>[0],
  turn: string,
  signal: AbortSignal,
): Promise<ReturnType<ImportCalculations[Name]>> {
  const request: ImportRequest<Name> = { name, options };
  const answer = await answerInThread<ImportAnswer<ReturnType<ImportCalculations[Name]>>>(
    module,
    request,
    turn,
    {
      signal,
    },
  );
  if ('result' in answer) return answer.result;
  const { problem } = answer;
  throw new AppError('BAD_REQUEST', problem, { details: [{ field: 'text', message: problem }] });
}
