import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { problemOfOidc } from './oidc-settings.ts';

/** The root of the project. */
export const projectDir = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether this is the npm package of a release: a clone and the image have the manifest of the workspace. */
export const isRelease = !existsSync(join(projectDir, 'pnpm-workspace.yaml'));

/** The folder of the settings. An update replaces the package of a release, so there it is the data folder. */
const settingsDir = isRelease ? resolve(process.env.DATA_DIR ?? '.') : projectDir;

/** Variables of the environment take precedence over this file. */
const envFile = join(settingsDir, '.env');

/** A path, relative to the settings: the programs have different working directories. */
const path = z.string().transform((value) => resolve(settingsDir, value));

/** An IP address, or a network in CIDR notation: `10.0.0.0/8`. */
function isAddressOrNetwork(entry: string): boolean {
  const [, address = '', bits] = entry.match(/^([^/]+)(?:\/(\d+))?$/) ?? [];
  const maxBits = isIP(address) === 4 ? 32 : 128;
  const isPrefixValid = bits === undefined || (Number(bits) >= 1 && Number(bits) <= maxBits);
  return isIP(address) > 0 && isPrefixValid;
}

/** Whether a browser sends `entry` as a page's origin: without path, default port or capital letters. */
function isOrigin(entry: string): boolean {
  const url = URL.parse(entry);
  return url !== null && url.host !== '' && `${url.protocol}//${url.host}` === entry;
}

/**
 * The trusted proxies in front of the server: their number (`on` is 1) or their addresses. Only the entries of
 * `X-Forwarded-For` that these proxies wrote are used: a client can forge the entries before them.
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
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message);
}

/**
 * Overrides one of `defaultQuotas`. The upper bound fits PostgreSQL's `int`, the type of the counts it is compared
 * with.
 */
const quota = wholeNumber(1, 1_000_000_000).optional();

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

/** Visible ASCII: a token is sent in a header or an address. */
const token = z.string().regex(/^[!-~]+$/, 'must be a token without blanks');

/** A host name, an IP address, or a network in CIDR notation. */
function isHostOrNetwork(entry: string): boolean {
  return isAddressOrNetwork(entry) || /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\.?$/i.test(entry);
}

function list(isValid: (entry: string) => boolean, error: string) {
  return z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    )
    .refine((value) => value.every(isValid), error);
}

const onOrOffBy = (usual: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(usual)
    .transform((value) => value === 'on');

const onOrOff = onOrOffBy('off');

const onUnlessOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('on')
  .transform((value) => value === 'on');

const variables = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    // libpq's list of hosts; the driver knows one.
    .refine((url) => !/^\w+:\/\/([^@/?#]*@)?[^@/?#]*,[^@/?#]*([/?#]|$)/.test(url), {
      error: 'must name one host, which leads to the primary',
      abort: true,
    })
    .pipe(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }))
    .optional(),
  DATA_DIR: path.prefault('.data'),
  BACKUP_DIR: path.optional(),
  BACKUP_KEEP: wholeNumber(1, 3650).default(7),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  MARKET_DATA: z
    .enum(
      ['auto', 'yahoo', 'tiingo', 'eodhd', 'csv', 'simulated'],
      'must be auto, yahoo, tiingo, eodhd, csv or simulated',
    )
    .default('auto'),
  MARKET_DATA_CSV_DIR: path.optional(),
  YAHOO_URL: httpUrl.optional(),
  YAHOO_USER_AGENT: z.string().optional(),
  YAHOO_CALL_SPACING_MS: wholeNumber(0, 60_000).default(300),
  OPENFIGI_URL: httpUrl.optional(),
  HTTP_PROXY: httpUrl.optional(),
  HTTPS_PROXY: httpUrl.optional(),
  NO_PROXY: z.string().optional(),
  TIINGO_TOKEN: token.optional(),
  TIINGO_URL: httpUrl.optional(),
  EODHD_TOKEN: token.optional(),
  EODHD_URL: httpUrl.optional(),
  QUOTES: onUnlessOff,
  QUOTE_INTERVAL_S: z
    .enum(['15', '30', '60', '120', '300', '600', '900'], 'must be 15, 30, 60, 120, 300, 600 or 900')
    .transform(Number)
    .optional(),
  QUOTE_SYMBOLS_MAX: wholeNumber(100, 20_000).default(2_000),
  EODHD_QUOTES_PER_DAY: wholeNumber(1, 10_000_000).default(20_000),
  TIINGO_QUOTES_PER_HOUR: wholeNumber(1, 1_000_000).default(30),
  YAHOO_CONSENT: z.enum(['ask', 'accept'], 'must be ask or accept').default('ask'),
  ACCESS_TOKEN_TTL_S: wholeNumber(1, 31_536_000).default(3600),
  REFRESH_TOKEN_TTL_S: wholeNumber(1, 31_536_000).default(2_592_000),
  SIGN_IN_IDLE_S: wholeNumber(1, 31_536_000).default(604_800),
  SIGN_UP: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
  REQUIRE_SECOND_FACTOR: onOrOff,
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().max(500, 'must have at most 500 characters').optional(),
  OIDC_CLIENT_SECRET: z.string().max(500, 'must have at most 500 characters').optional(),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  OIDC_SIGN_UP: onOrOffBy('on'),
  OIDC_ONLY: onOrOff,
  SECURITY_EVENT_DAYS: wholeNumber(1, 3650).default(180),
  BREACHED_PASSWORDS_FILE: path.optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  AUTH_RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(10),
  CONNECTION_LIMIT_PER_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  TRUST_PROXY: proxies.default(false),
  CORS_ORIGINS: list(
    isOrigin,
    'must be origins like https://app.example.com, with commas between them',
  ).default([]),
  MCP: onOrOff,
  PWA: onUnlessOff,
  UPDATE_CHECK: z
    .string()
    .transform((value) => (value === 'off' ? null : value))
    .pipe(z.url({ protocol: /^https?$/, error: 'must be off or an http:// or https:// address' }).nullable())
    .prefault('off'),
  WEB_PORT: wholeNumber(0, 65_535).default(5173),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().optional(),
  NOTIFY_ALLOW_HOSTS: list(
    isHostOrNetwork,
    'must be host names, addresses or networks like 192.168.1.0/24, with commas between them',
  ).default([]),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits, as `openssl rand -hex 32` prints them')
    .optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 100).default(4),
  DATABASE_POOL_SIZE: wholeNumber(4, 1000).default(10),
  MAX_STRATEGIES_PER_USER: quota,
  MAX_RULES_BYTES_PER_USER: quota,
  MAX_PORTFOLIOS_PER_USER: quota,
  MAX_TRANSACTIONS_PER_PORTFOLIO: quota,
  MAX_TRANSACTIONS_PER_USER: quota,
  MAX_STOCKS_PER_USER: quota,
  MAX_OWN_INSTRUMENTS_PER_USER: quota,
  MAX_OWN_BARS_PER_USER: quota,
  MAX_MOVE_IN_MIB: wholeNumber(1, 256).optional(),
  MAX_MOVE_IN_UPLOADS: quota,
  MAX_LISTS_PER_USER: quota,
  MAX_STOCKS_PER_LIST: quota,
  MAX_NOTES_BYTES_PER_USER: quota,
  MAX_JOURNAL_ENTRIES_PER_USER: quota,
  MAX_JOURNAL_BYTES_PER_USER: quota,
  MAX_BACKTEST_BYTES_PER_USER: wholeNumber(1, 1_000_000_000_000).optional(),
  MAX_UNFINISHED_TASKS_PER_USER: quota,
  MAX_SIGN_INS_PER_USER: quota,
  MAX_INDICATORS_PER_USER_AND_STOCK: quota,
  MAX_INDICATOR_LINES_PER_USER_AND_STOCK: quota,
  MAX_SEARCHES_PER_USER_AND_MINUTE: quota,
  MAX_NEW_SYMBOLS_PER_USER_AND_MINUTE: quota,
  MAX_NEW_SYMBOLS_PER_USER_AND_DAY: quota,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a level like info or warn')
    .default('info'),
});

/** The validated environment variables. */
export type Env = z.output<typeof variables>;

/** The program cannot start. The message is for the operator: one line for each problem. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/**
 * Reads and validates the environment; no other code reads `process.env`.
 * @throws StartError that names every invalid variable
 */
export function readEnv(): Env {
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  // An empty variable counts as not set.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  // Many systems set these in lower case.
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) given[name] ??= given[name.toLowerCase()];
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new StartError(lines.join('\n'));
  }
  const env = parsed.data;
  if (env.MARKET_DATA === 'csv' && !isFolder(env.MARKET_DATA_CSV_DIR ?? '')) {
    throw new StartError('MARKET_DATA_CSV_DIR must name the folder of CSV files when MARKET_DATA is csv');
  }
  if (env.MARKET_DATA === 'tiingo' && env.TIINGO_TOKEN === undefined) {
    throw new StartError('TIINGO_TOKEN must be your token of Tiingo when MARKET_DATA is tiingo');
  }
  if (env.MARKET_DATA === 'eodhd' && env.EODHD_TOKEN === undefined) {
    throw new StartError('EODHD_TOKEN must be your token of EODHD when MARKET_DATA is eodhd');
  }
  const asksYahoo = env.MARKET_DATA === 'yahoo' || env.MARKET_DATA === 'auto';
  if (asksYahoo && env.YAHOO_URL === undefined && (env.QUOTE_INTERVAL_S ?? 60) < 60) {
    throw new StartError('QUOTE_INTERVAL_S must be at least 60 when prices come from Yahoo');
  }
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    throw new StartError('MAIL_FROM must be the sender of emails when SMTP_URL is set');
  }
  const oidcProblem = problemOfOidc(env);
  if (oidcProblem !== null) throw new StartError(oidcProblem);
  const breached = env.BREACHED_PASSWORDS_FILE;
  if (breached !== undefined && !(existsSync(breached) && statSync(breached).isFile())) {
    throw new StartError('BREACHED_PASSWORDS_FILE must name the file of SHA-1 hashes, sorted');
  }
  return env;
}
