import type { RuleError } from '@stockbook/rules/language';
import { fieldProblems } from '#lib/api/server-error.ts';
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

export interface FieldProblems {
  /** The message of a field; null if it is valid. */
  readonly messageOf: (field: string) => string | null;
  /** The mistakes in the text of a rule. */
  readonly errorsOf: (field: string) => readonly RuleError[];
}

/** The mistakes that a response lists; none for other errors. */
export function problemsOf(error: unknown): FieldProblems {
  const problems = fieldProblems(error);
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
