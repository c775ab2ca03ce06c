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

/** Shows the pages as they were seen last if the server has not answered yet. */
async function restore({ state, deviceData, storage }: SessionCheckOptions): Promise<void> {
  if (state.get().status !== 'loading') return;
  const restored = await deviceData.restore(storage.read()?.signIn ?? null);
  if (restored && storage.read()) state.toRestored(restored);
}

/** Whether the user is unknown, or only the one that this browser has kept. */
function isUnconfirmed(state: SessionStateMachine): boolean {
  const current = state.get();
  return current.status !== 'authenticated' || current.restored !== undefined;
}

/** Fetches the user, and removes what this browser has kept of another one. */
async function fetchUser(
  { me, deviceData }: SessionCheckOptions,
  accessToken: string,
  isOutdated: () => boolean,
) {
  const user = await me(accessToken);
  const owner = deviceData.owner();
  if (!isOutdated() && owner && owner.userId !== user.id) await deviceData.forget(false);
  return user;
}

/** Plans the next check: when the token is due for renewal, or soon while the server is unreachable. */
function createCheckSchedule(options: SessionCheckOptions, check: () => void) {
  const { state, renewal, clock } = options;
  const timer = createRetryTimer(clock, check);
  return {
    /** Ends the retries after a successful call. */
    onReached(): void {
      timer.planAt(renewal.nextRenewal());
      state.toReached();
    },
    /** Keeps the tokens and retries later. */
    onUnavailable({ retryAfterMs }: ServerUnavailableError): void {
      if (timer.retry(retryAfterMs)) state.toUnreachable();
      void restore(options);
    },
    pause: timer.clear,
    cancel: () => timer.planAt(Number.POSITIVE_INFINITY),
  };
}

/** Checks the session when its token is due for renewal, and again while the server is unreachable. */
export function createSessionCheck(options: SessionCheckOptions) {
  const { state, renewal, onRefused, onEnd, clearUserState, clock, deviceData } = options;
  const schedule = createCheckSchedule(options, () => void check());
  /** Identifies the check under way. A previous one is outdated: it must not change the state. */
  let current: symbol | null = null;

  /** Ends the session, and the checks that belong to it. */
  function end(isRefused: boolean, message?: string): void {
    schedule.cancel();
    onEnd();
    current = null;
    state.toAnonymous(isRefused, message);
  }

  /** Renews the token if due, and fetches the user if unknown. Rejects if the server refuses either. */
  async function resolveUser(): Promise<void> {
    const check = Symbol();
    const isOutdated = () => check !== current;
    current = check;
    schedule.pause();
    try {
      const accessToken = await renewal.freshAccessToken();
      if (isOutdated()) return;
      if (accessToken === null) return end(false);
      if (isUnconfirmed(state)) {
        const user = await fetchUser(options, accessToken, isOutdated);
        if (isOutdated()) return;
        clearUserState(user.id);
        state.toAuthenticated(user);
      }
      schedule.onReached();
    } catch (error) {
      if (isOutdated()) return;
      if (!(error instanceof ServerUnavailableError)) {
        onRefused(error);
        throw error;
      }
      schedule.onUnavailable(error);
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
      const cancel = clock.setTimer(
        () => void restore(options),
        deviceData.isPageStored() ? 0 : restoreAfterMs,
      );
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
        if (error instanceof ServerUnavailableError) schedule.onUnavailable(error);
        throw error;
      }
    },
    onReached: schedule.onReached,
    end,
    stop: schedule.pause,
  };
}
