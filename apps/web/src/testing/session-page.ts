import { onTestFinished } from 'vitest';
import { createApiClient } from '#lib/api/api-client.ts';
import { createPageSession } from '#lib/session/page-session.ts';

/** The user whose tokens the tests store. */
export const user = {
  id: '1',
  email: 'ada@example.com',
  username: 'ada',
  first_name: 'Ada',
  last_name: null,
  full_name: 'Ada',
};

export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

export function storeTokens(access: string, expiresInSeconds: number): void {
  localStorage.setItem('accessToken', access);
  localStorage.setItem('refreshToken', 'refresh');
  localStorage.setItem('tokenExpiry', inSeconds(expiresInSeconds));
}

export function storedTokens() {
  return ['accessToken', 'refreshToken', 'tokenExpiry'].map((key) => localStorage.getItem(key));
}

/** Stores the tokens of another sign-in, as its tab does. */
export function storeOtherSignIn(access: string): void {
  localStorage.setItem('signIn', access);
  localStorage.setItem('refreshToken', `refresh of ${access}`);
  localStorage.setItem('tokenExpiry', inSeconds(3600));
  localStorage.setItem('accessToken', access);
}

/** Writes to the storage and dispatches the event that other tabs receive. */
export function inAnotherTab(write: () => void): void {
  write();
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
}

/**
 * Creates a session with the browser's storage and the fake server, and an API client. The session stops with the test.
 */
export function openPage() {
  const session = createPageSession();
  onTestFinished(session.stop);
  return { session, client: createApiClient(session) };
}
