/**
 * - `DATA_DIR_NOT_WRITABLE`: the data folder cannot be created or written to
 * - `DATA_DIR_IN_USE`: another running process of this program has locked the data folder
 * - `NO_UNPRIVILEGED_ACCOUNT`: started as root, and PostgreSQL cannot run under another account
 * - `UNSUPPORTED_PLATFORM`: the npm registry has no PostgreSQL for this machine
 * - `START_FAILED`: PostgreSQL or initdb failed; the message contains its error
 */
export type EmbeddedPostgresErrorCode =
  | 'DATA_DIR_NOT_WRITABLE'
  | 'DATA_DIR_IN_USE'
  | 'NO_UNPRIVILEGED_ACCOUNT'
  | 'UNSUPPORTED_PLATFORM'
  | 'START_FAILED';

/** The embedded PostgreSQL cannot run. The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
