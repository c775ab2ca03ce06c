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

/** Whether the pages are shown without the server, so that nothing can be changed. */
export function useIsOffline(): boolean {
  return useContext(OfflineContext);
}

export const notPossibleOffline = 'Not possible offline';
