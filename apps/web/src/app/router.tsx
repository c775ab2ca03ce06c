import { createRouter } from '@tanstack/react-router';
import { Spinner } from '#components/feedback/spinner.tsx';
import { stringifySearch } from '#lib/search-text.ts';
import type { Session } from '#lib/session/types.ts';
import { routeTree } from '../routeTree.gen.ts';
import { ErrorScreen } from './error-screen.tsx';

/** Replaces a page whose code is still being downloaded. */
function PageLoading() {
  return <Spinner size="lg" className="min-h-[80dvh]" />;
}

export function createAppRouter(session: Session) {
  return createRouter({
    routeTree,
    context: { session },
    defaultPreload: 'intent',
    stringifySearch,
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: PageLoading,
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
    back?: { readonly to: '/dashboard' | '/stocks' | '/strategies' | '/portfolios'; readonly label: string };
  }
}
