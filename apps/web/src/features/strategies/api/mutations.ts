import type { RuleError } from '@stockbook/rules/language';
import { errorDetails } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';

export function useCreateStrategy() {
  const utils = trpc.useUtils();
  return trpc.strategies.create.useMutation({ onSuccess: () => utils.strategies.list.invalidate() });
}

/** Changes a strategy; new rules and switching on restart its signals. */
export function useUpdateStrategy() {
  const utils = trpc.useUtils();
  return trpc.strategies.update.useMutation({
    onSuccess: async (strategy) => {
      utils.strategies.get.setData({ strategyId: strategy.id }, strategy);
      await utils.strategies.list.invalidate();
    },
  });
}

/** Deletes a strategy with its backtests and sweeps; its signals stay. */
export function useDeleteStrategy() {
  const utils = trpc.useUtils();
  return trpc.strategies.delete.useMutation({ onSuccess: () => utils.strategies.list.invalidate() });
}

/** A mistake in the rules of a strategy, as the server returns it. */
interface FieldProblem {
  /** For example `rules.entry` or `settings.cash`. */
  readonly field: string;
  readonly message: string;
  /** In the text of a rule; null for other fields. */
  readonly position?: { readonly offset: number; readonly length: number } | null;
}

export interface FieldProblems {
  /** The message of a field; null if it is valid. */
  readonly messageOf: (field: string) => string | null;
  /** The mistakes in the text of a rule. */
  readonly errorsOf: (field: string) => readonly RuleError[];
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'field' in value &&
    typeof value.field === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** The mistakes that a response lists; none for other errors. */
export function problemsOf(error: unknown): FieldProblems {
  const details = errorDetails(error);
  const problems = Array.isArray(details) ? details.filter(isFieldProblem) : [];
  return {
    messageOf: (field) => problems.find((problem) => problem.field === field)?.message ?? null,
    errorsOf: (field) =>
      problems.flatMap((problem) =>
        problem.field === field
          ? [{ message: problem.message, offset: 0, length: 0, ...problem.position }]
          : [],
      ),
  };
}
