import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { AccessToken } from '../entities/accounts/access-token.entity.ts';
import { AttemptCount } from '../entities/accounts/attempt-count.entity.ts';
import { IdempotencyKey } from '../entities/accounts/idempotency-key.entity.ts';
import { PersonalAccessToken } from '../entities/accounts/personal-access-token.entity.ts';
import { RecoveryCode } from '../entities/accounts/recovery-code.entity.ts';
import { RefreshToken } from '../entities/accounts/refresh-token.entity.ts';
import { SecondFactor } from '../entities/accounts/second-factor.entity.ts';
import { SecurityEvent } from '../entities/accounts/security-event.entity.ts';
import { Session } from '../entities/accounts/session.entity.ts';
import { User } from '../entities/accounts/user.entity.ts';
import { NotificationChannel } from '../entities/notifications/notification-channel.entity.ts';
import { NotificationDelivery } from '../entities/notifications/notification-delivery.entity.ts';
import { Signal } from '../entities/signals/signal.entity.ts';
import { SignalRule } from '../entities/signals/signal-rule.entity.ts';
import { SignalState } from '../entities/signals/signal-state.entity.ts';
import { CalculatedIndicator } from '../entities/stocks/calculated-indicator.entity.ts';
import { PriceBar } from '../entities/stocks/price-bar.entity.ts';
import { ProviderState } from '../entities/stocks/provider-state.entity.ts';
import { Stock } from '../entities/stocks/stock.entity.ts';
import { StockDividend } from '../entities/stocks/stock-dividend.entity.ts';
import { StockSplit } from '../entities/stocks/stock-split.entity.ts';
import { StudySet } from '../entities/stocks/study-set.entity.ts';
import { BackupState } from '../entities/tasks/backup-state.entity.ts';
import { Task } from '../entities/tasks/task.entity.ts';
import { WorkerHeartbeat } from '../entities/tasks/worker-heartbeat.entity.ts';
import { Backtest } from '../entities/trading/backtest.entity.ts';
import { BacktestResult } from '../entities/trading/backtest-result.entity.ts';
import { Portfolio } from '../entities/trading/portfolio.entity.ts';
import { Strategy } from '../entities/trading/strategy.entity.ts';
import { StrategyState } from '../entities/trading/strategy-state.entity.ts';
import { Sweep } from '../entities/trading/sweep.entity.ts';
import { ImportLine } from '../entities/watch-lists/import-line.entity.ts';
import { UserStock } from '../entities/watch-lists/user-stock.entity.ts';
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
  /** Without `timeouts` and entities. */
  readonly isForMigrations?: boolean;
}

/** Graphile Worker's schema in the same database. */
export const workerSchema = 'graphile_worker';

/**
 * Milliseconds; `PooledClient` adds the one for unanswered statements. A request must be answered within 5 s, whatever
 * happens to the database. Set after connecting: PgBouncer refuses a connection that sets them at its start.
 */
const setTimeouts = `
  set statement_timeout = 3500; set lock_timeout = 3000; set idle_in_transaction_session_timeout = 10000
`;

const timeouts = {
  Client: PooledClient,
  onConnect: (client: PooledClient) => client.query(setTimeouts),
  onPoolCreated: (pool: Pool) => boundWaits(pool, connectTimeoutMs),
};

const entities = [
  AttemptCount,
  BackupState,
  Backtest,
  BacktestResult,
  CalculatedIndicator,
  IdempotencyKey,
  ImportLine,
  NotificationChannel,
  NotificationDelivery,
  PersonalAccessToken,
  Portfolio,
  PriceBar,
  ProviderState,
  AccessToken,
  Session,
  Signal,
  SignalRule,
  SignalState,
  Stock,
  StockDividend,
  StockSplit,
  Strategy,
  StrategyState,
  StudySet,
  Sweep,
  Task,
  User,
  UserStock,
  WorkerHeartbeat,
  RecoveryCode,
  RefreshToken,
  SecondFactor,
  SecurityEvent,
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
      ...(isForMigrations ? { connectionTimeoutMillis: connectTimeoutMs } : timeouts),
      keepAlive: true,
      application_name: 'stockbook',
    },
    schemaGenerator: { ignoreSchema: [workerSchema] },
    migrations: { migrationsList: migrations, silent: true, snapshot: false, tableName: 'schema_migration' },
  });
}
