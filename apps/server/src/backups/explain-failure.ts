import { BackupError, describeUnavailable, LongLineError } from '@stockbook/db';

/** The error of a backup or restore, as a `BackupError` if its cause is the file or a refusal of PostgreSQL. */
export function explainFailure(error: unknown, file: string): unknown {
  if (error instanceof LongLineError) {
    return new BackupError(
      `${file} is damaged or not a backup: its line ${error.line} is longer than 64 MiB.`,
    );
  }
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  // A socket of PostgreSQL that does not exist has the same code, but an address instead of a path.
  if ('path' in error && ['ENOENT', 'EACCES'].includes(code)) {
    return new BackupError(`${file} cannot be opened (${code}): check its name.`, { cause: error });
  }
  if (['Z_DATA_ERROR', 'Z_BUF_ERROR'].includes(code)) {
    return new BackupError(`${file} is damaged or not a backup.`, { cause: error });
  }
  // PostgreSQL's error codes: unknown user, unknown database, disk full, …
  if (/^[0-9A-Z]{5}$/.test(code) && describeUnavailable(error) === null) {
    return new BackupError(`PostgreSQL refuses: ${error.message}.`, { cause: error });
  }
  return error;
}
