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
 * SQLSTATEs of failures that can pass: class 08 (connection), class 28 (rejected login), 3D000 (unknown database),
 * class 53 (out of connections, memory or disk), 57P01 to 57P05 (shutting down, starting up, dropped, idle session),
 * 57014 (statement timeout), 55P03 (lock timeout), 40001 (serialization failure), 40P01 (deadlock), 25P03 and 25P04
 * (transaction timeouts), 25006 (read-only: the primary has become a standby).
 */
const unavailableState = /^(08...|28...|3D000|40001|40P01|53...|57P0[1-5]|57014|55P03|25P0[34]|25006)$/;

/** Errors of the driver that have no code. */
const driverMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end|The server does not support SSL connections|There was an error establishing an SSL connection)/;

/** Why the database refuses writes, and still answers reads. */
export type WriteProblem = 'disk full' | 'read-only';

const writeProblems: Readonly<Record<string, WriteProblem>> = { 53100: 'disk full', 25006: 'read-only' };

function* causesOf(error: unknown): Generator<{ cause: Error; code: string }> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    yield { cause, code: 'code' in cause && typeof cause.code === 'string' ? cause.code : '' };
  }
}

/** Whether an error, or one of its causes, means that the database is unreachable or temporarily fails. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const { cause, code } of causesOf(error)) {
    if (connectionErrors.has(code) || unavailableState.test(code) || driverMessage.test(cause.message))
      return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** Why the database has refused a write; null for any other error. */
export function writeProblemOf(error: unknown): WriteProblem | null {
  for (const { code } of causesOf(error)) {
    const problem = writeProblems[code];
    if (problem) return problem;
  }
  return null;
}

/** Whether the TLS connection that DATABASE_URL requires could not be set up. */
function isTlsFailure(message: string): boolean {
  return /SSL connection|certificate/i.test(message);
}

/** One line for the operator, or null if the error does not mean that the database is unavailable. */
export function describeUnavailable(error: unknown): string | null {
  if (!isDatabaseUnavailable(error)) return null;
  const reason = error instanceof Error ? error.message : String(error);
  const problem = writeProblemOf(error);
  if (problem === 'disk full') return `the disk of the database is full (${reason}): make room`;
  if (problem === 'read-only') return `the database takes no writes now (${reason}): make it writable`;
  return isTlsFailure(reason)
    ? `the database cannot be reached with TLS (${reason}): check the sslmode of DATABASE_URL, and the server's certificate`
    : `the database cannot be reached (${reason}): check DATABASE_URL, and that PostgreSQL runs`;
}
