import type { AppRouter } from '@stockbook/api';
import { createTRPCReact } from '@trpc/react-query';
import type { ApiClient } from './api-client.ts';

/** The server's procedures as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

/** The client behind the hooks, for calls whose answers are not cached. */
export function useApiClient(): ApiClient {
  return trpc.useUtils().client;
}
