import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Restored, Session, SessionState } from './types.ts';

export const SessionContext = createContext<Session | null>(null);

/** The session of the page, for components that change it. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext above it.');
  return session;
}

export function useSessionState(): SessionState {
  const { subscribe, getState } = useSession();
  return useSyncExternalStore(subscribe, getState);
}

/** The pages as they were seen last; null once the server has confirmed the session. */
export function useRestored(): Restored | null {
  const state = useSessionState();
  return (state.status === 'authenticated' && state.restored) || null;
}

/** Whether the pages are shown as they were seen last, without the server. */
export const OfflineContext = createContext(false);

/** Properties that disable a control that needs the server, while the pages are shown without it. */
export function useServerOnly(): { readonly disabled?: true; readonly title?: string } {
  return useContext(OfflineContext) ? { disabled: true, title: 'Not possible offline' } : {};
}
