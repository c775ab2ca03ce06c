import { RefusedTargetError } from './address-guard.ts';

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The server’s name cannot be resolved',
  EAI_AGAIN: 'The server’s name cannot be resolved at present',
  ECONNREFUSED: 'The server refuses connections',
  ECONNRESET: 'The server closed the connection',
  EPIPE: 'The server closed the connection',
  EHOSTUNREACH: 'The server cannot be reached',
  ENETUNREACH: 'The server cannot be reached',
  ETIMEDOUT: 'The server did not answer in time',
  ESOCKET: 'The connection to the server failed',
  EAUTH: 'The mail server refuses the user name or password in SMTP_URL',
  EENVELOPE: 'The mail server refuses the sender or the recipient',
};

/** Errors of TLS certificates: `CERT_HAS_EXPIRED`, `DEPTH_ZERO_SELF_SIGNED_CERT`, `ERR_TLS_CERT_ALTNAME_INVALID`, … */
const certificateCode = /CERT|^UNABLE_TO/;

/** Describes why nothing was sent, for the user. Messages of the system may quote addresses and are not shown. */
export function describeFailure(error: unknown): string {
  if (error instanceof RefusedTargetError) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (certificateCode.test(code)) return `The server’s TLS certificate is not valid (${code})`;
  return sentences[code] ?? `The message could not be sent${code === '' ? '' : ` (${code})`}`;
}
