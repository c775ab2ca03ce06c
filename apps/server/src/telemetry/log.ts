import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from '../env.ts';

/** PostgreSQL's details quote the row that failed, passwords' hashes and all. */
function withoutRows(text: string): string {
  return text.replaceAll(/^ *- detail: .*$/gm, ' - detail: left out of the log');
}

/** What of an error helps to mend it. Its other fields may hold what a user sent. */
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

/** Lines go out together, so many bytes or so many milliseconds of them: one by one they cost a request a tenth. */
const together = { dest: 1, minLength: 4096, periodicFlush: 100, sync: false };

/**
 * JSON lines in production, readable ones in a terminal. Nothing that signs anybody in is ever written.
 * @param destination takes the lines; standard output by default
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
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
  }
  return pino(options, destination ?? pino.destination(together));
}
