import { createRouter } from '@tanstack/react-router';
import type { Session } from '../lib/session/types.ts';
import { routeTree } from '../routeTree.gen.ts';
import { ErrorScreen } from './error-screen.tsx';

export function createAppRouter(session: Session) {
  return createRouter({
    routeTree,
    context: { session },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Target of the top bar's back button. */
    back?: { readonly to: '/dashboard' | '/stocks' | '/strategies'; readonly label: string };
  }
}
