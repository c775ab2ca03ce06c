/**
 * - `DATA_DIR_NOT_WRITABLE`: the data folder cannot be made, or not be written to
 * - `DATA_DIR_IN_USE`: another living process of this program holds the data folder
 * - `NO_UNPRIVILEGED_ACCOUNT`: started as root, and there is no other account that PostgreSQL could run as
 * - `UNSUPPORTED_PLATFORM`: the npm registry has no PostgreSQL for this machine
 * - `START_FAILED`: PostgreSQL itself gave up; the message holds its reason
 */
export type EmbeddedPostgresErrorCode =
  | 'DATA_DIR_NOT_WRITABLE'
  | 'DATA_DIR_IN_USE'
  | 'NO_UNPRIVILEGED_ACCOUNT'
  | 'UNSUPPORTED_PLATFORM'
  | 'START_FAILED';

/** Why the embedded PostgreSQL does not run. The message is one line for the person who started the program. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
