const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * SQLSTATEs with which PostgreSQL says that it cannot work now: class 08 (connection), class 53 (out of
 * connections, memory or disk), 57P01 to 57P05 (shutting down, starting up, dropped), 57014 (a statement that
 * reached its time-out), 55P03 (a lock that could not be had), 40001 and 40P01 (a transaction that gave way to
 * another), 25P03 (a transaction that idled too long), 25006 (read-only: a primary that has become a stand-by), class
 * 28 and 3D000 (a login or a database that is refused).
 */
const unavailableState = /^(08...|28...|3D000|40001|40P01|53...|57P0[1-5]|57014|55P03|25P0[34]|25006)$/;

/** The driver has no code for these. */
const driverMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end|The server does not support SSL connections|There was an error establishing an SSL connection)/;

/** Whether an error means that the database cannot be reached or cannot work just now: worth another try later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (connectionErrors.has(code) || unavailableState.test(code) || driverMessage.test(cause.message))
      return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** Whether an error means that TLS, which the address of the database asks for, could not be set up. */
function isTlsFailure(message: string): boolean {
  return /SSL connection|certificate/i.test(message);
}

/** Why the database cannot be used: one line for the operator, or null if an error means something else. */
export function describeUnavailable(error: unknown): string | null {
  if (!isDatabaseUnavailable(error)) return null;
  const reason = error instanceof Error ? error.message : String(error);
  return isTlsFailure(reason)
    ? `the database cannot be reached with TLS (${reason}): check the sslmode of DATABASE_URL, and the server's certificate`
    : `the database cannot be reached (${reason}): check DATABASE_URL, and that PostgreSQL runs`;
}
