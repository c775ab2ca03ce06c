import { type ReactNode, useState } from 'react';
import { SessionContext } from '#lib/session/session-context.ts';
import type { Session } from '#lib/session/types.ts';
import { SignedInProviders } from '../app/providers.tsx';
import { user } from './session-page.ts';

/** An authenticated session without a server; tests override the methods they observe. */
export function signedInSession(overrides: Partial<Session> = {}): Session {
  const state = { status: 'authenticated', user, isUnreachable: false } as const;
  return {
    getState: () => state,
    subscribe: () => () => {},
    start: async () => {},
    stop: () => {},
    accessToken: async () => 'access',
    invalidate: () => {},
    login: async () => {},
    replaceTokens: async () => {},
    setRequirement: () => {},
    logout: async () => {},
    clear: async () => {},
    retryNow: () => {},
    ...overrides,
  };
}

/** The context of the pages behind sign-in. */
export function SignedIn({ children, session }: { children: ReactNode; session?: Session }) {
  const [shared] = useState(() => session ?? signedInSession());
  return (
    <SessionContext value={shared}>
      <SignedInProviders>{children}</SignedInProviders>
    </SessionContext>
  );
}
