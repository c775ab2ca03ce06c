import { trpc } from '../../../lib/api/trpc.ts';

/** All strategies of the user, newest first. */
export const useStrategies = () => trpc.strategies.list.useQuery();
