import type { RenewedToken, TokenStorage } from './types.ts';

const keys = {
  access: 'accessToken',
  refresh: 'refreshToken',
  expiry: 'tokenExpiry',
  signIn: 'signIn',
} as const;

function write({ access_token, refresh_token, expires_at }: RenewedToken): void {
  if (refresh_token) localStorage.setItem(keys.refresh, refresh_token);
  localStorage.setItem(keys.expiry, expires_at);
  // Last: other tabs react to this key and then read the others.
  localStorage.setItem(keys.access, access_token);
}

function writeSignIn(): void {
  // Not a secret: it only has to differ from that of the previous sign-in. 128 bits.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  localStorage.setItem(keys.signIn, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
}

export const tokenStorage: TokenStorage = {
  read() {
    const accessToken = localStorage.getItem(keys.access);
    if (!accessToken) return null;
    return {
      accessToken,
      refreshToken: localStorage.getItem(keys.refresh),
      expiresAt: Date.parse(localStorage.getItem(keys.expiry) ?? ''),
      signIn: localStorage.getItem(keys.signIn),
    };
  },

  start(tokens) {
    writeSignIn();
    write(tokens);
  },

  replace(tokens) {
    if (localStorage.getItem(keys.signIn) === null) writeSignIn();
    write(tokens);
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
