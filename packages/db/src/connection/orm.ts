import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import {
  AccessToken,
  AttemptCount,
  IdempotencyKey,
  PersonalAccessToken,
  RecoveryCode,
  RefreshToken,
  SecondFactor,
  SecurityEvent,
  Session,
  User,
} from '../entities/accounts.ts';
import {
  ProviderConnection,
  ProviderSession,
  SignInCode,
  UsedSecret,
} from '../entities/identity-provider.ts';
import { CalculatedIndicator, StudySet } from '../entities/indicators.ts';
import { JournalEntry } from '../entities/journal.ts';
import { DeletedItem, StockList, StockListEntry } from '../entities/lists.ts';
import { MoveContent, PortfolioMove } from '../entities/moves.ts';
import { NotificationChannel, NotificationDelivery } from '../entities/notifications.ts';
import { Passkey, PasskeyChallenge } from '../entities/passkeys.ts';
import {
  DismissedDividend,
  ExampleEntry,
  ImportMapping,
  PendingImport,
  Portfolio,
  PortfolioImport,
  PortfolioTag,
  PortfolioTagGroup,
  PortfolioTagShare,
  PortfolioTarget,
  QuoteCurrency,
  SplitChoice,
  Transaction,
} from '../entities/portfolios.ts';
import { SessionCheck, StockQuote } from '../entities/quotes.ts';
import { Signal, SignalRule, SignalState } from '../entities/signals.ts';
import {
  PackedCloses,
  PriceBar,
  ProviderState,
  Stock,
  StockDividend,
  StockSplit,
} from '../entities/stocks.ts';
import { BackupState, Task, WorkerHeartbeat } from '../entities/tasks.ts';
import { Backtest, BacktestResult, Strategy, StrategyState, Sweep } from '../entities/trading.ts';
import { DrawingSet, ImportLine, UserStock } from '../entities/watch-lists.ts';
import { migrations } from '../migrations/index.ts';
import { BoundDriver } from './bound-driver.ts';
import { boundWaits } from './bounded-pool.ts';
import { connectionConfig } from './connection-config.ts';
import { connectTimeoutMs, PooledClient } from './pooled-client.ts';

export interface OrmOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Receives the driver's warnings, for example about dropped connections. */
  readonly warn: (message: string) => void;
  /** Without `boundSession` and entities. */
  readonly isForMigrations?: boolean;
}

/** Graphile Worker's schema in the same database. */
export const workerSchema = 'graphile_worker';

/**
 * Milliseconds; `PooledClient` adds the one for unanswered statements. A request must be answered within 5 s, whatever
 * happens to the database.
 *
 * Without parallel plans: once a table exceeds 8 MB, PostgreSQL starts processes even for a statement that reads a
 * thousand of its rows in 5 ms, which costs several times as much, and takes the cores of other requests.
 *
 * Set after connecting: PgBouncer refuses a connection that sets them at its start.
 */
const setSession = `
  set statement_timeout = 3500; set lock_timeout = 3000; set idle_in_transaction_session_timeout = 10000;
  set max_parallel_workers_per_gather = 0
`;

const boundSession = {
  Client: PooledClient,
  onConnect: (client: PooledClient) => client.query(setSession),
  onPoolCreated: (pool: Pool) => boundWaits(pool, connectTimeoutMs),
};

const entities = [
  AttemptCount,
  BackupState,
  Backtest,
  BacktestResult,
  CalculatedIndicator,
  DeletedItem,
  DismissedDividend,
  DrawingSet,
  ExampleEntry,
  IdempotencyKey,
  ImportLine,
  ImportMapping,
  JournalEntry,
  NotificationChannel,
  NotificationDelivery,
  PackedCloses,
  Passkey,
  PasskeyChallenge,
  PersonalAccessToken,
  PendingImport,
  PortfolioMove,
  MoveContent,
  Portfolio,
  PortfolioImport,
  PortfolioTag,
  PortfolioTagGroup,
  PortfolioTagShare,
  PortfolioTarget,
  PriceBar,
  ProviderState,
  QuoteCurrency,
  AccessToken,
  Session,
  SessionCheck,
  Signal,
  SignalRule,
  SignalState,
  SplitChoice,
  Stock,
  StockDividend,
  StockList,
  StockListEntry,
  StockQuote,
  StockSplit,
  Strategy,
  StrategyState,
  StudySet,
  Sweep,
  Task,
  Transaction,
  User,
  UserStock,
  WorkerHeartbeat,
  RecoveryCode,
  RefreshToken,
  SecondFactor,
  SecurityEvent,
  ProviderConnection,
  ProviderSession,
  SignInCode,
  UsedSecret,
];

export function createOrm({ url, poolSize, warn, isForMigrations = false }: OrmOptions): MikroORM {
  return new MikroORM({
    driver: BoundDriver,
    clientUrl: url,
    entities: isForMigrations ? [] : entities,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    forceUtcTimezone: true,
    colors: false,
    logger: warn,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      // MikroORM drops the query of `clientUrl`, which holds sslmode and other options.
      ...connectionConfig(url),
      ...(isForMigrations ? { connectionTimeoutMillis: connectTimeoutMs } : boundSession),
      keepAlive: true,
      application_name: 'stockbook',
    },
    schemaGenerator: { ignoreSchema: [workerSchema] },
    migrations: { migrationsList: migrations, silent: true, snapshot: false, tableName: 'schema_migration' },
  });
}
