import type { AppRouter } from '@stockbook/api';
import { keepPreviousData } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { trpc } from '#lib/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>['portfolios'];
type Inputs = inferRouterInputs<AppRouter>['portfolios'];

export type Allocation = Outputs['allocation'];
export type AllocationPart = Allocation['parts'][number];
export type Rebalancing = Outputs['rebalance'];
export type ProposedTrade = Rebalancing['trades'][number];
export type NewTargets = Omit<Inputs['targets']['set'], 'portfolioId'>;

type Dimension = Allocation['by'];

/** A property of stocks, or the tag group of a name, by which the value is divided. */
export interface Division {
  readonly by: Dimension;
  readonly group?: string;
}

export const dimensionNames: Readonly<Record<Exclude<Dimension, 'tag'>, string>> = {
  stock: 'Stock',
  sector: 'Sector',
  currency: 'Currency',
  exchange: 'Exchange',
  country: 'Country of the ISIN',
  type: 'Type',
};

/** The value of a portfolio in parts; those of the previous division while they load. */
export function useAllocation(portfolioId: string, { by, group }: Division) {
  return trpc.portfolios.allocation.useQuery(
    { portfolioId, by, ...(group !== undefined && { group }) },
    { placeholderData: keepPreviousData },
  );
}

export function useTagGroups(portfolioId: string) {
  return trpc.portfolios.tags.list.useQuery({ portfolioId });
}

export function useTargets(portfolioId: string) {
  return trpc.portfolios.targets.get.useQuery({ portfolioId });
}

/** The symbols that a portfolio holds, ascending; undefined while they are loading. */
export function useHeldSymbols(portfolioId: string): readonly string[] | undefined {
  const { data } = trpc.portfolios.holdings.useQuery({ portfolioId });
  return data && [...new Set([...data.holdings, ...data.skipped].map(({ symbol }) => symbol))].sort();
}

function useReload() {
  const utils = trpc.useUtils();
  return () => void utils.portfolios.invalidate();
}

export function useSetTargets() {
  const onSuccess = useReload();
  return trpc.portfolios.targets.set.useMutation({ onSuccess });
}

export function useCreateTagGroup() {
  const onSuccess = useReload();
  return trpc.portfolios.tags.create.useMutation({ onSuccess });
}

/** Replaces name and tags of a group. */
export function useUpdateTagGroup() {
  const onSuccess = useReload();
  return trpc.portfolios.tags.update.useMutation({ onSuccess });
}

export function useDeleteTagGroup() {
  const onSuccess = useReload();
  return trpc.portfolios.tags.delete.useMutation({ onSuccess });
}

/** Proposes trades; stores nothing. */
export function useRebalance() {
  return trpc.portfolios.rebalance.useMutation();
}
