import type { User } from '@stockbook/api/schemas';
import type { Requirement, Restored, SessionState } from './types.ts';

const loading = { status: 'loading', user: null, isUnreachable: false } as const;

export type SessionStateMachine = ReturnType<typeof createSessionState>;

/** The states of a session and the transitions between them, which notify the subscribers. */
export function createSessionState() {
  const listeners = new Set<() => void>();
  let state: SessionState = loading;

  function setState(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return {
    get: () => state,
    subscribe,

    toLoading: () => setState(loading),

    toAuthenticated: (user: User) => setState({ status: 'authenticated', user, isUnreachable: false }),

    /** Shows the pages as they were seen last, unless the server has answered meanwhile. */
    toRestored(restored: Restored) {
      if (state.status !== 'loading') return;
      setState({ status: 'authenticated', user: restored.user, isUnreachable: true, restored });
    },

    /** Notifies also of a session that was refused while anonymous: its page leads to the sign-in; and of a message. */
    toAnonymous(isRefused: boolean, message?: string) {
      if (state.status === 'anonymous' && !isRefused && message === undefined) return;
      // A late call without a token is refused as well, and has nothing to say.
      const before = state.status === 'anonymous' ? state.message : undefined;
      setState({
        status: 'anonymous',
        user: null,
        isUnreachable: false,
        isRefused,
        message: message ?? before,
      });
    },

    toUnreachable() {
      setState({ ...(state.status === 'authenticated' ? state : loading), isUnreachable: true });
    },

    toReached() {
      // A restored page stays until its user is confirmed.
      if (state.status !== 'authenticated' || !state.isUnreachable || state.restored) return;
      setState({ ...state, isUnreachable: false });
    },

    require(requirement: Requirement | undefined) {
      if (state.status !== 'authenticated' || state.requirement === requirement) return;
      setState({ ...state, requirement });
    },

    /** Resolves when the state is no longer loading. */
    settled(): Promise<void> {
      return new Promise((resolve) => {
        const unsubscribe = subscribe(() => {
          if (state.status === 'loading') return;
          unsubscribe();
          resolve();
        });
      });
    },
  };
}
