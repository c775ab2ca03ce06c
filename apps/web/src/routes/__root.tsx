import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { Session } from '#lib/session/types.ts';

export const Route = createRootRouteWithContext<{ session: Session }>()({ component: Outlet });
