import { importMappingInput } from '../mapping-schema.ts';
import { type ReadFile, readFile } from '../read/read-file.ts';
import type { RowValues } from '../read/rows.ts';

export interface ReadOptions {
  readonly mapping?: object;
  /** Currency of the portfolio. */
  readonly currency?: string;
}

/** Runs a calculation of a thread to its end. */
export function runSteps<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Reads a file as an import of it does. */
export function readText(text: string, { mapping, currency = 'EUR' }: ReadOptions = {}): ReadFile {
  const parsed = mapping === undefined ? null : importMappingInput.parse(mapping);
  return runSteps(readFile({ text, mapping: parsed, target: { currency }, hasRaw: true }));
}

/** Reads a file. @returns of each row its values without empty ones; of others the verdict and the message */
export function rowsOf(text: string, options: ReadOptions = {}) {
  return readText(text, options).rows.map(({ verdict, message, values }) =>
    values ? filled(values) : [verdict, message],
  );
}

function filled({ inPercent: _, ...values }: RowValues): object {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== null && !(value === '0' && /fees|taxes/.test(name)),
    ),
  );
}

/** The lines of a file. */
export const lines = (...rows: readonly string[]) => rows.join('\n');
