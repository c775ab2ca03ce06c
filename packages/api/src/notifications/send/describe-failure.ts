import { RefusedTargetError } from './address-guard.ts';

const connectionClosed = 'The server closed the connection';
const unreachable = 'The server cannot be reached';
const noTls = 'A TLS connection to the server is not possible';
const wrongCredentials = 'The mail server refuses the user name or password in SMTP_URL';

/** By code of Node.js or nodemailer. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: "The server's name cannot be resolved",
  EAI_AGAIN: "The server's name cannot be resolved at present",
  ECONNREFUSED: 'The server refuses connections',
  ECONNRESET: connectionClosed,
  EPIPE: connectionClosed,
  ECONNECTION: connectionClosed,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: 'The server did not answer in time',
  EPROTO: noTls,
  ETLS: noTls,
  CERT_HAS_EXPIRED: "The server's TLS certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "The server's TLS certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The server's TLS certificate is self-signed",
  EDNS: "The mail server's name cannot be resolved",
  ESOCKET: 'The connection to the server failed',
  EPROTOCOL: "The mail server's answer is not SMTP",
  EAUTH: wrongCredentials,
  ENOAUTH: wrongCredentials,
  EENVELOPE: 'The mail server refuses the sender or the recipient',
  EMESSAGE: 'The mail server refuses the message',
};

/** Codes of OpenSSL and of Node.js's HTTP parser, which are too many to list. */
const families: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/CERT|^UNABLE_TO/, "The server's TLS certificate is not valid"],
  [/^ERR_SSL_/, noTls],
  [/^HPE_/, "The server's answer is not HTTP"],
];

/**
 * Describes why nothing was sent, for the user. Messages and codes of libraries are not shown: some quote addresses.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof RefusedTargetError) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  if (!(error instanceof Error)) return 'The message could not be sent';
  // nodemailer replaces the code of the system by that of the step that failed.
  const codes = [
    'originalCode' in error ? String(error.originalCode) : '',
    'code' in error ? String(error.code) : '',
  ];
  const described = codes.map(
    (code) => sentences[code] ?? families.find(([family]) => family.test(code))?.[1],
  );
  return described.find((sentence) => sentence !== undefined) ?? 'The message could not be sent';
}
