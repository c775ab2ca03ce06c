/** The keys under which a sign-in is kept in the browser's local storage. */
export const tokenKeys = {
  access: 'accessToken',
  refresh: 'refreshToken',
  expiry: 'tokenExpiry',
} as const;

export interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** When the access token ends, in milliseconds since 1970; NaN when unknown. */
  readonly expiresAt: number;
}

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export function readTokens(): StoredTokens | null {
  const accessToken = localStorage.getItem(tokenKeys.access);
  if (!accessToken) return null;
  return {
    accessToken,
    refreshToken: localStorage.getItem(tokenKeys.refresh),
    expiresAt: Date.parse(localStorage.getItem(tokenKeys.expiry) ?? ''),
  };
}

/** Keeps new tokens; a renewal brings no refresh token, and the one at hand stays. */
export function saveTokens(tokens: {
  access_token: string;
  refresh_token?: string;
  expires_at: string;
}): void {
  if (tokens.refresh_token) localStorage.setItem(tokenKeys.refresh, tokens.refresh_token);
  localStorage.setItem(tokenKeys.expiry, tokens.expires_at);
  // Last, because other tabs act on this key and then read the other two.
  localStorage.setItem(tokenKeys.access, tokens.access_token);
  changed();
}

export function clearTokens(): void {
  for (const key of Object.values(tokenKeys)) localStorage.removeItem(key);
  changed();
}

/**
 * Calls back whenever the tokens changed: here, in another tab, or while this page lay in the browser's
 * back-forward cache, where no storage event reaches it. Returns what ends the subscription.
 */
export function subscribeToTokens(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === tokenKeys.access) listener();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}
