import { describe, expect, it, vi } from 'vitest';
import { ErrorResponse } from '#testing/fake-server.ts';
import { inSeconds } from '#testing/session-page.ts';
import { createTokenRenewal } from './token-renewal.ts';
import type { Clock, RenewedToken, StoredTokens, TokenStorage } from './types.ts';

const clock: Clock = {
  now: () => Date.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => 0,
};

describe('two tabs whose storage is synchronised with a delay', () => {
  const expired: StoredTokens = { accessToken: 'old', refreshToken: 'refresh', expiresAt: 0, signIn: null };
  const answer = () => ({ access_token: 'new', refresh_token: 'successor', expires_at: inSeconds(3600) });

  /** Two tabs with a lock, and each with its own copy of local storage. */
  function openTabs(refresh: () => Promise<RenewedToken>) {
    let last: Promise<unknown> = Promise.resolve();
    const withLock = <T>(task: () => Promise<T>) => {
      const result = last.then(task);
      last = result.catch(() => {});
      return result;
    };
    const copies: { tokens: StoredTokens; listeners: Set<() => void> }[] = [];
    return [0, 1].map(() => {
      const copy = { tokens: expired, listeners: new Set<() => void>() };
      copies.push(copy);
      const storage: TokenStorage = {
        read: () => copy.tokens,
        start: () => {},
        clear: () => {},
        replace({ access_token, refresh_token = null, expires_at }) {
          const tokens = { ...expired, accessToken: access_token, refreshToken: refresh_token };
          copy.tokens = { ...tokens, expiresAt: Date.parse(expires_at) };
          setTimeout(() => {
            for (const other of copies) {
              if (other === copy) continue;
              other.tokens = copy.tokens;
              for (const listener of other.listeners) listener();
            }
          }, 50);
        },
        subscribe(listener) {
          copy.listeners.add(listener);
          return () => copy.listeners.delete(listener);
        },
      };
      return createTokenRenewal({
        storage,
        refresh,
        withLock,
        clock,
        onRenewed: () => {},
        onRefused: () => {},
      });
    });
  }

  it('sends one request of two tabs: the second takes the tokens of the first', async () => {
    vi.useFakeTimers({ now: Date.now() });
    const refresh = vi.fn(async () => answer());
    const renewed = Promise.all(openTabs(refresh).map((tab) => tab.freshAccessToken()));
    await vi.advanceTimersByTimeAsync(60);
    expect(await renewed).toEqual(['new', 'new']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('sends two requests when the first fails, without a delay', async () => {
    const refresh = vi.fn(async () => answer()).mockRejectedValueOnce(new ErrorResponse(500, 'Not today'));
    const [first, second] = openTabs(refresh).map((tab) => tab.freshAccessToken());
    await expect(first).rejects.toThrow('Not today');
    expect(await second).toBe('new');
    expect(refresh).toHaveBeenCalledTimes(2);
  });
});
