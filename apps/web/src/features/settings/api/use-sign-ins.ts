import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#lib/api/trpc.ts';

/** The sign-ins of the user, the last used first. */
export function useSignIns(limit: number) {
  return trpc.auth.signIns.useQuery({ limit }, { placeholderData: keepPreviousData });
}
