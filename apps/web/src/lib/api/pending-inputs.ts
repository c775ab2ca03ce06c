import { useMutationState } from '@tanstack/react-query';

/** The inputs of the pending calls of a procedure, oldest first. */
export function usePendingInputs<Input>(mutationKey: readonly unknown[]): Input[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Input,
  });
}
