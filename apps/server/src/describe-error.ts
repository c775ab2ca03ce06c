import { toAppError } from '@stockbook/api';
import { BackupError, DatabaseUrlError, describeUnavailable, EmbeddedPostgresError } from '@stockbook/db';
import { StartError } from './env.ts';

/** The message of an error that the operator can act on, one line for each problem; the stack of a defect. */
export function describeError(error: unknown): string {
  if (
    error instanceof StartError ||
    error instanceof BackupError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseUrlError
  ) {
    return error.message;
  }
  const unavailable = describeUnavailable(error);
  if (unavailable !== null) return unavailable;
  const { code, message } = toAppError(error);
  if (code !== 'INTERNAL_SERVER_ERROR') return message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
