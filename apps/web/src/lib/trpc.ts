import type { AppRouter } from '@stockbook/api';
import { createTRPCReact } from '@trpc/react-query';

/** The server's procedures as React hooks. */
export const trpc = createTRPCReact<AppRouter>();
