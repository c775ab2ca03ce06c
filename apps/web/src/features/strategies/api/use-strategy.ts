import { trpc } from '../../../lib/api/trpc.ts';

export const useStrategy = (strategyId: string) => trpc.strategies.get.useQuery({ strategyId });
