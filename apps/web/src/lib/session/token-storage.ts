/** Local storage keys. */
const keys = { access: 'accessToken', refresh: 'refreshToken', expiry: 'tokenExpiry' } as const;

export interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** When the access token expires, in milliseconds since 1970; NaN if unknown. */
  readonly expiresAt: number;
}

/** Stores the tokens, shared by all tabs of the browser. */
export interface TokenStorage {
  read(): StoredTokens | null;
  /** Stores new tokens. A renewal returns no refresh token: the stored one is kept. */
  save(tokens: { access_token: string; refresh_token?: string; expires_at: string }): void;
  clear(): void;
  /** Calls back when another tab may have changed the tokens. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** The tokens in local storage. */
export const tokenStorage: TokenStorage = {
  read() {
    const accessToken = localStorage.getItem(keys.access);
    if (!accessToken) return null;
    return {
      accessToken,
      refreshToken: localStorage.getItem(keys.refresh),
      expiresAt: Date.parse(localStorage.getItem(keys.expiry) ?? ''),
    };
  },

  save({ access_token, refresh_token, expires_at }) {
    if (refresh_token) localStorage.setItem(keys.refresh, refresh_token);
    localStorage.setItem(keys.expiry, expires_at);
    // Last: other tabs react to this key and then read the other two.
    localStorage.setItem(keys.access, access_token);
  },

  clear() {
    for (const key of Object.values(keys)) localStorage.removeItem(key);
  },

  subscribe(listener) {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === keys.access) listener();
    };
    // A page in the back-forward cache gets no storage events.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) listener();
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onPageShow);
    };
  },
};
