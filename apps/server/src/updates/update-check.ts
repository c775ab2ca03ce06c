import { dayMs } from '@stockbook/common/durations';
import type { Logger } from 'pino';
import { findNewerVersion, UpdateCheckError } from './newest-version.ts';

const intervalMs = dayMs;

export interface UpdateCheck {
  /** The newer version that was found last; null if this is the newest, or none was found yet. */
  readonly newerVersion: () => string | null;
  /**
   * Asks now and once a day, and writes a newer version to the log.
   * @returns ends it
   */
  readonly start: () => () => Promise<void>;
}

/** @param url the address in `UPDATE_CHECK`; null if the check is off */
export function createUpdateCheck(url: string | null, version: string, log: Logger): UpdateCheck {
  let newer: string | null = null;
  const check = async (address: string) => {
    try {
      newer = await findNewerVersion(address, version);
      if (newer !== null) log.warn({ newer, version }, `Stockbook ${newer} is available: this is ${version}`);
    } catch (error) {
      if (!(error instanceof UpdateCheckError)) throw error;
      log.warn({ err: error }, 'UPDATE_CHECK has not found the newest version');
    }
  };
  function start() {
    if (url === null) return async () => {};
    let running = check(url);
    const timer = setInterval(() => {
      running = check(url);
    }, intervalMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  }
  return { newerVersion: () => newer, start };
}
