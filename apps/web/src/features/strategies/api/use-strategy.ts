import { trpc } from '#lib/api/trpc.ts';

/** A strategy with its rules. */
export function useStrategy(strategyId: string) {
  return trpc.strategies.get.useQuery({ strategyId });
}
