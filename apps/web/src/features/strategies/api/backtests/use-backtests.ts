import { trpc } from '../../../../lib/api/trpc.ts';

/** The backtests of a strategy, newest first. */
export const useBacktests = (strategyId: string) => trpc.strategies.backtests.list.useQuery({ strategyId });
