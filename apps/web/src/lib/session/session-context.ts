import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session, SessionState } from './types.ts';

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
