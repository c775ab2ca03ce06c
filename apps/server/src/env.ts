import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The root of the project. */
export const projectDir = fileURLToPath(new URL('../../..', import.meta.url));

/** What stands in the environment itself wins. */
const envFile = join(projectDir, '.env');

/** Relative to the project: each program has a working directory of its own. */
const folder = z.string().transform((path) => resolve(projectDir, path));

/** An IP address, or a network of them: `10.0.0.0/8`. */
function isAddressOrNetwork(entry: string): boolean {
  const [, address = '', bits] = entry.match(/^([^/]+)(?:\/(\d+))?$/) ?? [];
  const maxBits = isIP(address) === 4 ? 32 : 128;
  const isSpan = bits === undefined || (Number(bits) >= 1 && Number(bits) <= maxBits);
  return isIP(address) > 0 && isSpan;
}

/** Whether a browser would send it as the origin of a page: no path, no usual port, nothing in capitals. */
function isOrigin(entry: string): boolean {
  const url = URL.parse(entry);
  return url !== null && url.host !== '' && `${url.protocol}//${url.host}` === entry;
}

/**
 * Which proxies stand in front: how many, or where. One is `on`. Of what `X-Forwarded-For` lists only as much is
 * believed as they have written: what stands before that is the client's own claim.
 */
const proxies = z
  .string()
  .transform((value) => {
    if (['off', 'false', '0'].includes(value)) return false;
    if (['on', 'true'].includes(value)) return 1;
    return /^\d+$/.test(value) ? Number(value) : value.split(',').map((entry) => entry.trim());
  })
  .refine(
    (value) => !Array.isArray(value) || value.every(isAddressOrNetwork),
    'must be off, on, a number of proxies, or their addresses',
  );

function wholeNumber(minimum: number, maximum: number) {
  const sentence = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/, sentence)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, sentence);
}

/** A quota of docs/limits.md. The upper bound fits PostgreSQL's `int`, in which counts are compared. */
function quota(byDefault: number) {
  return wholeNumber(1, 1_000_000_000).default(byDefault);
}

const origins = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine(
    (value) => value.every(isOrigin),
    'must be origins like https://app.example.com, with commas between them',
  );

const variables = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATA_DIR: folder.prefault('.data'),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  MARKET_DATA: z
    .enum(['auto', 'yahoo', 'csv', 'simulated'], 'must be auto, yahoo, csv or simulated')
    .default('auto'),
  MARKET_DATA_CSV_DIR: folder.optional(),
  YAHOO_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  YAHOO_USER_AGENT: z.string().optional(),
  ACCESS_TOKEN_TTL_S: wholeNumber(1, 31_536_000).default(3600),
  REFRESH_TOKEN_TTL_S: wholeNumber(1, 31_536_000).default(2_592_000),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  AUTH_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(10),
  CONNECTION_LIMIT_PER_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  TRUST_PROXY: proxies.default(false),
  CORS_ORIGINS: origins.default([]),
  WEB_PORT: wholeNumber(0, 65_535).default(5173),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  WORKER_CONCURRENCY: wholeNumber(1, 100).default(4),
  DATABASE_POOL_SIZE: wholeNumber(4, 1000).default(10),
  MAX_STRATEGIES_PER_USER: quota(100),
  MAX_RULES_BYTES_PER_USER: quota(262_144),
  MAX_PORTFOLIOS_PER_USER: quota(50),
  MAX_STOCKS_PER_USER: quota(500),
  MAX_NOTES_BYTES_PER_USER: quota(1_048_576),
  MAX_UNFINISHED_TASKS_PER_USER: quota(100),
  MAX_SIGN_INS_PER_USER: quota(100),
  MAX_INDICATORS_PER_USER_AND_STOCK: quota(100),
  MAX_INDICATOR_LINES_PER_USER_AND_STOCK: quota(100),
  MAX_SEARCHES_PER_USER_AND_MINUTE: quota(30),
  MAX_NEW_SYMBOLS_PER_USER_AND_MINUTE: quota(20),
  MAX_NEW_SYMBOLS_PER_USER_AND_DAY: quota(300),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a level like info or warn')
    .default('info'),
});

/** The environment, checked. */
export type Env = z.output<typeof variables>;

/** A start that cannot be: its message is what the operator reads, a line for each thing to mend. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/**
 * Reads the environment: the only place that does.
 * @throws StartError that names every variable with a wrong value
 */
export function readEnv(): Env {
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // An empty variable is one that is not set.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new StartError(lines.join('\n'));
  }
  const env = parsed.data;
  if (env.MARKET_DATA === 'csv' && !isFolder(env.MARKET_DATA_CSV_DIR ?? '')) {
    throw new StartError('MARKET_DATA_CSV_DIR must name the folder of CSV files when MARKET_DATA is csv');
  }
  return env;
}
