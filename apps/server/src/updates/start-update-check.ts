import type { Logger } from 'pino';
import { findNewerVersion, UpdateCheckError } from './newest-version.ts';

const intervalMs = 24 * 60 * 60 * 1000;

/**
 * Writes a newer version to the log: at the start and once a day.
 * @param url the address in `UPDATE_CHECK`
 * @returns ends it
 */
export function startUpdateCheck(url: string, version: string, log: Logger): () => Promise<void> {
  const check = async () => {
    try {
      const newer = await findNewerVersion(url, version);
      if (newer !== null) log.warn({ newer, version }, `Stockbook ${newer} is available: this is ${version}`);
    } catch (error) {
      if (!(error instanceof UpdateCheckError)) throw error;
      log.warn({ err: error }, 'UPDATE_CHECK has not found the newest version');
    }
  };
  let running = check();
  const timer = setInterval(() => {
    running = check();
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
