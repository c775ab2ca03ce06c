export { ForeignKeyConstraintViolationException, LockMode } from '@mikro-orm/core';
export type { EntityManager } from '@mikro-orm/postgresql';
export {
  type AnswerVersions,
  type BearerDigest,
  createAnswerVersions,
  type Versioned,
} from './answer-versions.ts';
export { DatabaseUrlError } from './connection-config.ts';
export { type Database, openDatabase } from './database.ts';
export { describeUnavailable, isDatabaseUnavailable } from './database-unavailable.ts';
export { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts';
export { enqueueJob } from './enqueue-job.ts';
export { PersonalAccessToken } from './entities/personal-access-token.entity.ts';
export { Portfolio } from './entities/portfolio.entity.ts';
export { SignIn } from './entities/sign-in.entity.ts';
export { Stock } from './entities/stock.entity.ts';
export { Strategy } from './entities/strategy.entity.ts';
export { Task, type TaskState } from './entities/task.entity.ts';
export { User } from './entities/user.entity.ts';
export { UserStock } from './entities/user-stock.entity.ts';
export { listRevealingLogSettings } from './log-settings.ts';
export { createLuciaAdapter, digestToken, type UserAttributes } from './lucia-adapter.ts';
export { openEmbeddedPostgres } from './open-embedded-postgres.ts';
export { workerSchema } from './orm.ts';
export { printable } from './printable.ts';
export * as attemptRepository from './repositories/attempt-count.repository.ts';
export type {
  IndicatorKey,
  IndicatorRow,
  IndicatorValues,
} from './repositories/calculated-indicator.repository.ts';
export * as indicatorRepository from './repositories/calculated-indicator.repository.ts';
export * as personalAccessTokenRepository from './repositories/personal-access-token.repository.ts';
export * as portfolioRepository from './repositories/portfolio.repository.ts';
export type { BarColumns, BarRow } from './repositories/price-bar.repository.ts';
export * as barRepository from './repositories/price-bar.repository.ts';
export * as providerStateRepository from './repositories/provider-state.repository.ts';
export * as signInRepository from './repositories/sign-in.repository.ts';
export * as stockRepository from './repositories/stock.repository.ts';
export * as strategyRepository from './repositories/strategy.repository.ts';
export * as taskRepository from './repositories/task.repository.ts';
export * as userRepository from './repositories/user.repository.ts';
export type { CalculationTarget } from './repositories/user-stock.repository.ts';
export * as watchListRepository from './repositories/user-stock.repository.ts';
export * as workerRepository from './repositories/worker.repository.ts';
export { withStockLock } from './stock-lock.ts';
