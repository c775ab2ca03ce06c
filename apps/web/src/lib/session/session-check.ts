import { createRetryTimer } from './back-off.ts';
import { ServerUnavailableError } from './server-unavailable.ts';
import type { SessionStateMachine } from './session-state.ts';
import type { createTokenRenewal } from './token-renewal.ts';
import type { SessionDependencies } from './types.ts';

/** How long the first check may last before the pages are shown as they were seen last. */
const restoreAfterMs = 3000;

interface SessionCheckOptions
  extends Pick<SessionDependencies, 'me' | 'clearUserState' | 'clock' | 'deviceData' | 'storage'> {
  readonly state: SessionStateMachine;
  readonly renewal: ReturnType<typeof createTokenRenewal>;
  /** Called when the server refuses the user. */
  readonly onRefused: (reason: unknown) => void;
  readonly onEnd: () => void;
}

export type SessionCheck = ReturnType<typeof createSessionCheck>;

/** Checks the session when its token is due for renewal, and again while the server is unreachable. */
export function createSessionCheck(options: SessionCheckOptions) {
  const { state, renewal, onRefused, onEnd, me, clearUserState, clock, deviceData, storage } = options;
  const timer = createRetryTimer(clock, () => void check());
  /** Identifies the check under way. A previous one is outdated: it must not change the state. */
  let current: symbol | null = null;

  /** Ends the retries after a successful call. */
  function onReached(): void {
    timer.planAt(renewal.nextRenewal());
    state.toReached();
  }

  /** Shows the pages as they were seen last if the server has not answered yet. */
  async function restore(): Promise<void> {
    if (state.get().status !== 'loading') return;
    const restored = await deviceData.restore(storage.read()?.signIn ?? null);
    if (restored && storage.read()) state.toRestored(restored);
  }

  /** Whether the user is unknown, or only the one that this browser has kept. */
  function isUnconfirmed(): boolean {
    const current = state.get();
    return current.status !== 'authenticated' || current.restored !== undefined;
  }

  /** Keeps the tokens and retries later. */
  function onUnavailable({ retryAfterMs }: ServerUnavailableError): void {
    if (timer.retry(retryAfterMs)) state.toUnreachable();
    void restore();
  }

  /** Ends the session, and the checks that belong to it. */
  function end(isRefused: boolean, message?: string): void {
    timer.planAt(Number.POSITIVE_INFINITY);
    onEnd();
    current = null;
    state.toAnonymous(isRefused, message);
  }

  /** Renews the token if due, and fetches the user if unknown. Rejects if the server refuses either. */
  async function resolveUser(): Promise<void> {
    const check = Symbol();
    const isOutdated = () => check !== current;
    current = check;
    timer.clear();
    try {
      const accessToken = await renewal.freshAccessToken();
      if (isOutdated()) return;
      if (accessToken === null) return end(false);
      if (isUnconfirmed()) {
        const user = await me(accessToken);
        if (isOutdated()) return;
        const owner = deviceData.owner();
        if (owner && owner.userId !== user.id) await deviceData.forget(false);
        if (isOutdated()) return;
        clearUserState(user.id);
        state.toAuthenticated(user);
      }
      onReached();
    } catch (error) {
      if (isOutdated()) return;
      if (!(error instanceof ServerUnavailableError)) {
        onRefused(error);
        throw error;
      }
      onUnavailable(error);
    } finally {
      if (!isOutdated()) current = null;
    }
  }

  /** `onRefused` handles a refusal. */
  const check = () => resolveUser().catch(() => {});

  return {
    resolveUser,
    check,
    /** The first check of a page, which does not wait for a silent server. */
    async first() {
      const cancel = clock.setTimer(() => void restore(), deviceData.isPageStored() ? 0 : restoreAfterMs);
      await check();
      cancel();
    },
    /** Repeats a check that failed, unless one is under way. */
    retryNow() {
      if (state.get().isUnreachable && current === null) void check();
    },
    async accessToken() {
      try {
        return await renewal.freshAccessToken();
      } catch (error) {
        if (error instanceof ServerUnavailableError) onUnavailable(error);
        throw error;
      }
    },
    onReached,
    end,
    stop: timer.clear,
  };
}
