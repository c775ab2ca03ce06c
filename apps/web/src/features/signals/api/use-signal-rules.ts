import { trpc } from '#lib/api/trpc.ts';

/** The rules of one stock, or without a symbol all rules of the user, newest first. */
export function useSignalRules(symbol?: string) {
  return trpc.signals.rules.list.useQuery(symbol === undefined ? {} : { symbol });
}
