import type { AppRouter } from '@stockbook/api';
import { createTRPCReact } from '@trpc/react-query';
import type { ApiClient } from './api-client.ts';

/** The server's procedures as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** The client of the hooks, for calls whose responses are not cached. */
export function useApiClient(): ApiClient {
  return trpc.useUtils().client;
}
