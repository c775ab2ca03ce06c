import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../env.ts';

/** PostgreSQL's error details quote the failing row, including password hashes. */
function withoutRows(text: string): string {
  return text.replaceAll(/^ *- detail: .*$/gm, ' - detail: redacted');
}

/** Allowlist: other fields of an error may contain user input. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    message: withoutRows(error.message),
    stack: withoutRows(error.stack ?? ''),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Buffers log lines (16 kB, 100 ms): writing each one separately costs 10 % of request throughput. */
const bufferedStdout = { dest: 1, minLength: 16_000, periodicFlush: 100, sync: false };

/**
 * Writes JSON lines, or readable lines if standard output is a terminal outside production. Credentials are redacted.
 * @param destination receives the lines; standard output by default
 */
export function createLog(
  { LOG_LEVEL, NODE_ENV }: Pick<Env, 'LOG_LEVEL' | 'NODE_ENV'>,
  destination?: DestinationStream,
): Logger {
  const isReadable = !destination && NODE_ENV !== 'production' && process.stdout.isTTY;
  const options = {
    level: LOG_LEVEL,
    serializers: { err: describeError },
    redact: ['*.authorization', '*.cookie', '*.password', '*.refresh_token', '*.access_token', '*.token'],
  };
  if (isReadable) {
    // In this thread: the one of a transport takes some MiB. Loaded only here, because most logs are read by programs.
    const pretty: (options: object) => DestinationStream = createRequire(import.meta.url)('pino-pretty');
    return pino(options, pretty({ ignore: 'pid,hostname', sync: true }));
  }
  return pino(options, destination ?? pino.destination(bufferedStdout));
}
