import { type Logger, pino } from 'pino';
import type { Env } from './env.ts';

/** JSON lines in production, readable ones in a terminal. Nothing that signs anybody in is ever written. */
export function createLog({ LOG_LEVEL, NODE_ENV }: Pick<Env, 'LOG_LEVEL' | 'NODE_ENV'>): Logger {
  const isReadable = NODE_ENV !== 'production' && process.stdout.isTTY;
  return pino({
    level: LOG_LEVEL,
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      '*.password',
      '*.refresh_token',
      '*.access_token',
    ],
    ...(isReadable ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } } : {}),
  });
}
