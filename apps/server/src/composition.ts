import {
  createAuthLimits,
  createIdentityProvider,
  createNotifier,
  createPauseStore,
  createProviderHealthStore,
  createQuoteServices,
  createSessions,
  defaultQuotas,
  KeyedMutex,
  type Quotas,
  type Services,
} from '@stockbook/api';
import { createWatchListReads, type Database } from '@stockbook/db';
import { createProviders } from '@stockbook/market-data';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { composeAccounts } from './compose-accounts.ts';
import { type Env, projectDir } from './env.ts';
import { programVersion } from './program-version.ts';
import { readSecretKey } from './secret-key.ts';
import { sourcesOf } from './sources.ts';
import type { Metrics } from './telemetry/metrics.ts';

interface Parts {
  readonly env: Env;
  readonly database: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The time of the machine if omitted, for tests, which also move it to let tokens expire. */
  readonly clock?: Services['clock'];
  /** Tests use them up at once. */
  readonly calculationBudgets?: Services['calculationBudgets'];
  /** None if omitted. */
  readonly newerVersion?: Services['newerVersion'];
}

/** Builds the services, once for each process. */
export function compose({
  env,
  database,
  log,
  metrics,
  clock = () => new Date(),
  calculationBudgets = { previewMs: 2_000, screenMs: 10_000 },
  newerVersion = () => null,
}: Parts): Services {
  const providerHealth = createProviderHealthStore(database, clock, log);
  const { marketData, quotes: quoteProviders } = createProviders({
    mode: env.MARKET_DATA,
    isProduction: env.NODE_ENV === 'production',
    clock,
    coolDown: providerHealth.coolDown,
    pauses: createPauseStore(database),
    acceptsYahooConsent: env.YAHOO_CONSENT === 'accept',
    tiingoQuotesPerHour: env.TIINGO_QUOTES_PER_HOUR,
    eodhdQuotesPerDay: env.EODHD_QUOTES_PER_DAY,
    onCall: (call) => metrics.providerCall(call),
    onHealth: providerHealth.publish,
    version: packageJson.version,
    callSpacingMs: env.YAHOO_CALL_SPACING_MS,
    csvDir: env.MARKET_DATA_CSV_DIR,
    ...sourcesOf(env),
  });
  const quotas = quotasOf(env);
  const secretKey = readSecretKey(env);
  const accounts = composeAccounts({ env, database, log, onEvent: metrics.securityEvent, clock });
  const identityProvider = identityProviderOf(env, accounts, { secretKey, clock, log });
  return {
    ...accounts,
    identityProvider,
    marketData,
    sessions: createSessions(database, {
      accessTokenTtlS: env.ACCESS_TOKEN_TTL_S,
      refreshTokenTtlS: env.REFRESH_TOKEN_TTL_S,
      idleTimeoutS: env.SIGN_IN_IDLE_S,
      providerIssuer: identityProvider?.issuer ?? null,
      maxSessions: quotas.sessions,
      clock,
      log,
    }),
    watchLists: createWatchListReads(database),
    quotes: createQuoteServices({
      isOn: env.QUOTES && env.MARKET_DATA !== 'csv',
      intervalS: env.QUOTE_INTERVAL_S ?? null,
      maxSymbols: env.QUOTE_SYMBOLS_MAX,
      providers: quoteProviders,
    }),
    limits: createAuthLimits(database, { perMinute: env.AUTH_RATE_LIMIT_PER_MINUTE, clock }),
    quotas,
    notifier: createNotifier({
      secretKey,
      publicUrl: env.PUBLIC_URL ?? null,
      mail:
        env.SMTP_URL === undefined || env.MAIL_FROM === undefined
          ? null
          : { url: env.SMTP_URL, from: env.MAIL_FROM },
      mailFrom: env.MAIL_FROM ?? null,
      isPwaOn: env.PWA,
      allowedHosts: env.NOTIFY_ALLOW_HOSTS,
      version: packageJson.version,
      clock,
    }),
    largeReads: new KeyedMutex('Your earlier requests for much data are still being answered'),
    figureTurns: new KeyedMutex('Your earlier figures are still being computed'),
    calculationBudgets,
    writeTurns: new KeyedMutex('Your earlier changes are still being made'),
    largeInputs: new KeyedMutex('Other users send large inputs. Try again shortly.'),
    observer: metrics,
    version: packageJson.version,
    newerVersion,
    programVersion: programVersion(projectDir),
    startedAt: clock(),
  };
}

/** The limits of each user. */
function quotasOf(env: Env): Quotas {
  return {
    strategies: env.MAX_STRATEGIES_PER_USER ?? defaultQuotas.strategies,
    ruleBytes: env.MAX_RULES_BYTES_PER_USER ?? defaultQuotas.ruleBytes,
    portfolios: env.MAX_PORTFOLIOS_PER_USER ?? defaultQuotas.portfolios,
    transactionsPerPortfolio: env.MAX_TRANSACTIONS_PER_PORTFOLIO ?? defaultQuotas.transactionsPerPortfolio,
    transactions: env.MAX_TRANSACTIONS_PER_USER ?? defaultQuotas.transactions,
    stocks: env.MAX_STOCKS_PER_USER ?? defaultQuotas.stocks,
    ownInstruments: env.MAX_OWN_INSTRUMENTS_PER_USER ?? defaultQuotas.ownInstruments,
    ownBars: env.MAX_OWN_BARS_PER_USER ?? defaultQuotas.ownBars,
    moveInBytes:
      env.MAX_MOVE_IN_MIB === undefined ? defaultQuotas.moveInBytes : env.MAX_MOVE_IN_MIB * 1024 * 1024,
    moveInUploads: env.MAX_MOVE_IN_UPLOADS ?? defaultQuotas.moveInUploads,
    lists: env.MAX_LISTS_PER_USER ?? defaultQuotas.lists,
    stocksPerList: env.MAX_STOCKS_PER_LIST ?? defaultQuotas.stocksPerList,
    noteBytes: env.MAX_NOTES_BYTES_PER_USER ?? defaultQuotas.noteBytes,
    journalEntries: env.MAX_JOURNAL_ENTRIES_PER_USER ?? defaultQuotas.journalEntries,
    journalBytes: env.MAX_JOURNAL_BYTES_PER_USER ?? defaultQuotas.journalBytes,
    backtestBytes: env.MAX_BACKTEST_BYTES_PER_USER ?? defaultQuotas.backtestBytes,
    unfinishedTasks: env.MAX_UNFINISHED_TASKS_PER_USER ?? defaultQuotas.unfinishedTasks,
    sessions: env.MAX_SIGN_INS_PER_USER ?? defaultQuotas.sessions,
    indicatorsPerStock: env.MAX_INDICATORS_PER_USER_AND_STOCK ?? defaultQuotas.indicatorsPerStock,
    linesPerStock: env.MAX_INDICATOR_LINES_PER_USER_AND_STOCK ?? defaultQuotas.linesPerStock,
    searchesPerMinute: env.MAX_SEARCHES_PER_USER_AND_MINUTE ?? defaultQuotas.searchesPerMinute,
    newSymbolsPerMinute: env.MAX_NEW_SYMBOLS_PER_USER_AND_MINUTE ?? defaultQuotas.newSymbolsPerMinute,
    newSymbolsPerDay: env.MAX_NEW_SYMBOLS_PER_USER_AND_DAY ?? defaultQuotas.newSymbolsPerDay,
  };
}

function identityProviderOf(
  env: Env,
  { accountPolicy: { publicUrl, providerName: name } }: Pick<Services, 'accountPolicy'>,
  parts: Pick<Parameters<typeof createIdentityProvider>[0], 'secretKey' | 'clock' | 'log'>,
) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  // `readEnv` requires all of them together.
  if (!issuer || !clientId || !clientSecret || !publicUrl || !name) return null;
  const canSignUp = env.OIDC_SIGN_UP;
  return createIdentityProvider({ issuer, clientId, clientSecret, name, canSignUp, publicUrl, ...parts });
}
