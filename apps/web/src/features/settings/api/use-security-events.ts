import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#lib/api/trpc.ts';

/** The latest security events of the account. */
export function useSecurityEvents(limit: number) {
  return trpc.auth.events.useQuery({ limit }, { placeholderData: keepPreviousData });
}
