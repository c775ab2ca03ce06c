export type { EntityManager } from '@mikro-orm/postgresql';
export {
  createFindValidToken,
  createLuciaAdapter,
  digestToken,
  type FindValidToken,
  type TokenAttributes,
  type UserAttributes,
} from './auth/tokens.ts';
export { backUp } from './backup/back-up.ts';
export { BackupError, LongLineError } from './backup/backup-error.ts';
export { restore } from './backup/restore.ts';
export { restoreOnTrial } from './backup/restore-on-trial.ts';
export { DatabaseUrlError } from './connection/connection-config.ts';
export { type Database, openDatabase } from './connection/database.ts';
export { startDatabaseClock } from './connection/database-clock.ts';
export {
  describeUnavailable,
  isDatabaseUnavailable,
  writeProblemOf,
} from './connection/database-unavailable.ts';
export { listRevealingLogSettings } from './connection/log-settings.ts';
export { workerSchema } from './connection/orm.ts';
export { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
export { openEmbeddedPostgres } from './embedded-postgres/open-embedded-postgres.ts';
export type * from './entities/accounts.ts';
export type * from './entities/identity-provider.ts';
export type * from './entities/indicators.ts';
export type * from './entities/journal.ts';
export type * from './entities/lists.ts';
export type * from './entities/moves.ts';
export type * from './entities/notifications.ts';
export type * from './entities/passkeys.ts';
export type * from './entities/portfolios.ts';
export type * from './entities/signals.ts';
export type * from './entities/stocks.ts';
export type * from './entities/tasks.ts';
export type * from './entities/trading.ts';
export type * from './entities/watch-lists.ts';
export {
  enqueueScheduledJobs,
  listJobsLockedBy,
  requeueJobs,
  type ScheduledJob,
  wasScheduledWithin,
} from './graphile-internals.ts';
export { printable } from './printable.ts';
export { enqueueJob, enqueueJobs, type JobOptions, removeJobs } from './queue/jobs.ts';
export * as attemptCountRepository from './repositories/accounts/attempt-count.repository.ts';
export type { StoredResponse } from './repositories/accounts/idempotency-key.repository.ts';
export * as idempotencyKeyRepository from './repositories/accounts/idempotency-key.repository.ts';
export * as passkeyRepository from './repositories/accounts/passkey.repository.ts';
export * as personalAccessTokenRepository from './repositories/accounts/personal-access-token.repository.ts';
export type { ProviderSubject } from './repositories/accounts/provider-connection.repository.ts';
export * as providerConnectionRepository from './repositories/accounts/provider-connection.repository.ts';
export * as secondFactorRepository from './repositories/accounts/second-factor.repository.ts';
export * as securityEventRepository from './repositories/accounts/security-event.repository.ts';
export * as sessionRepository from './repositories/accounts/session.repository.ts';
export type { NewSignInCode } from './repositories/accounts/sign-in-code.repository.ts';
export * as signInCodeRepository from './repositories/accounts/sign-in-code.repository.ts';
export * as userRepository from './repositories/accounts/user.repository.ts';
export type { JournalEntryRow, SearchWord } from './repositories/journal/journal-entry.repository.ts';
export * as journalEntryRepository from './repositories/journal/journal-entry.repository.ts';
export type { MovedPortfolio, MovedTransaction } from './repositories/moves/moved-portfolio.repository.ts';
export * as movedPortfolioRepository from './repositories/moves/moved-portfolio.repository.ts';
export * as portfolioMoveRepository from './repositories/moves/portfolio-move.repository.ts';
export * as deliverySignalRepository from './repositories/notifications/delivery-signal.repository.ts';
export * as notificationChannelRepository from './repositories/notifications/notification-channel.repository.ts';
export * as notificationDeliveryRepository from './repositories/notifications/notification-delivery.repository.ts';
export type {
  BookPortfolio,
  BookScope,
  BookStock,
  Closes,
} from './repositories/portfolios/book.repository.ts';
export * as bookRepository from './repositories/portfolios/book.repository.ts';
export type { DividendHolder } from './repositories/portfolios/dividend-notice.repository.ts';
export * as dividendNoticeRepository from './repositories/portfolios/dividend-notice.repository.ts';
export * as exampleEntryRepository from './repositories/portfolios/example-entry.repository.ts';
export type { ExportedTransaction } from './repositories/portfolios/exported-transaction.repository.ts';
export * as exportedTransactionRepository from './repositories/portfolios/exported-transaction.repository.ts';
export type { ComparedTransaction } from './repositories/portfolios/imported-transaction.repository.ts';
export * as importedTransactionRepository from './repositories/portfolios/imported-transaction.repository.ts';
export type { DayPrice, PriceRequest } from './repositories/portfolios/market-price.repository.ts';
export * as marketPriceRepository from './repositories/portfolios/market-price.repository.ts';
export type { PortfolioChanges } from './repositories/portfolios/portfolio.repository.ts';
export * as portfolioRepository from './repositories/portfolios/portfolio.repository.ts';
export * as portfolioImportRepository from './repositories/portfolios/portfolio-import.repository.ts';
export type {
  DismissedDividendRow,
  QuoteCurrencyRow,
  SplitChoiceRow,
} from './repositories/portfolios/stock-choice.repository.ts';
export * as stockChoiceRepository from './repositories/portfolios/stock-choice.repository.ts';
export type {
  NewTag,
  TagGroupRow,
  TargetRow,
} from './repositories/portfolios/tag-group.repository.ts';
export * as tagGroupRepository from './repositories/portfolios/tag-group.repository.ts';
export type {
  StoredTransaction,
  TransactionFilter,
  TransactionRow,
} from './repositories/portfolios/transaction.repository.ts';
export * as transactionRepository from './repositories/portfolios/transaction.repository.ts';
export type { LastCheck, SessionLevel } from './repositories/signals/session-check.repository.ts';
export * as sessionCheckRepository from './repositories/signals/session-check.repository.ts';
export type { NewSignal, SignalRow } from './repositories/signals/signal.repository.ts';
export * as signalRepository from './repositories/signals/signal.repository.ts';
export type {
  ExpiredRule,
  SignalRuleKey,
  SignalRuleRow,
  SplitRule,
} from './repositories/signals/signal-rule.repository.ts';
export * as signalRuleRepository from './repositories/signals/signal-rule.repository.ts';
export type { ArmedRule, NewSignalState } from './repositories/signals/signal-state.repository.ts';
export * as signalStateRepository from './repositories/signals/signal-state.repository.ts';
export {
  type BarColumns,
  type BarRow,
  type FloatColumns,
  mapColumns,
  sliceColumns,
  type ValueColumn,
  valueColumns,
} from './repositories/stocks/bar-columns.ts';
export * as barSummaryRepository from './repositories/stocks/bar-summary.repository.ts';
export type {
  IndicatorKey,
  IndicatorRow,
  IndicatorValues,
} from './repositories/stocks/calculated-indicator.repository.ts';
export * as calculatedIndicatorRepository from './repositories/stocks/calculated-indicator.repository.ts';
export * as conversionRepository from './repositories/stocks/conversion.repository.ts';
export type {
  InstrumentChanges,
  InstrumentRow,
  LinkedInstrument,
} from './repositories/stocks/instrument.repository.ts';
export * as instrumentRepository from './repositories/stocks/instrument.repository.ts';
export * as packedClosesRepository from './repositories/stocks/packed-closes.repository.ts';
export type { PriceFactors } from './repositories/stocks/price-bar.repository.ts';
export * as priceBarRepository from './repositories/stocks/price-bar.repository.ts';
export * as providerStateRepository from './repositories/stocks/provider-state.repository.ts';
export type { QuoteRow } from './repositories/stocks/quote-row.ts';
export type { NamedStock } from './repositories/stocks/stock.repository.ts';
export * as stockRepository from './repositories/stocks/stock.repository.ts';
export type {
  DividendRow,
  PricedDividend,
  SplitRow,
} from './repositories/stocks/stock-action.repository.ts';
export * as stockActionRepository from './repositories/stocks/stock-action.repository.ts';
export { StockLockAbortedError, withStockLock } from './repositories/stocks/stock-lock.ts';
export { isOwn } from './repositories/stocks/stock-owner.ts';
export type { StoredQuote } from './repositories/stocks/stock-quote.repository.ts';
export * as stockQuoteRepository from './repositories/stocks/stock-quote.repository.ts';
export * as studySetRepository from './repositories/stocks/study-set.repository.ts';
export * as backupStateRepository from './repositories/tasks/backup-state.repository.ts';
export * as tableSizeRepository from './repositories/tasks/table-size.repository.ts';
export type { Progress } from './repositories/tasks/task.repository.ts';
export * as taskRepository from './repositories/tasks/task.repository.ts';
export * as workerRepository from './repositories/tasks/worker.repository.ts';
export type { BacktestRow, NewBacktestResult } from './repositories/trading/backtest.repository.ts';
export * as backtestRepository from './repositories/trading/backtest.repository.ts';
export type { StrategyUsage } from './repositories/trading/strategy.repository.ts';
export * as strategyRepository from './repositories/trading/strategy.repository.ts';
export type {
  ArmedStrategy,
  NewStrategyState,
} from './repositories/trading/strategy-state.repository.ts';
export * as strategyStateRepository from './repositories/trading/strategy-state.repository.ts';
export type { SweepRow } from './repositories/trading/sweep.repository.ts';
export * as sweepRepository from './repositories/trading/sweep.repository.ts';
export * as deletedItemRepository from './repositories/watch-lists/deleted-item.repository.ts';
export * as drawingSetRepository from './repositories/watch-lists/drawing-set.repository.ts';
export type {
  ImportLineEnd,
  NewImportLine,
  ShownImportLine,
} from './repositories/watch-lists/import-line.repository.ts';
export * as importLineRepository from './repositories/watch-lists/import-line.repository.ts';
export type { StockListContent, StockListRow } from './repositories/watch-lists/stock-list.repository.ts';
export * as stockListRepository from './repositories/watch-lists/stock-list.repository.ts';
export type { CalculationTarget, KnownStock } from './repositories/watch-lists/user-stock.repository.ts';
export * as userStockRepository from './repositories/watch-lists/user-stock.repository.ts';
export type {
  ListedLink,
  ListedStock,
  WatchedStock,
} from './repositories/watch-lists/watch-list.repository.ts';
export * as watchListRepository from './repositories/watch-lists/watch-list.repository.ts';
export {
  createWatchListReads,
  type TrackedStock,
  type WatchListReads,
} from './repositories/watch-lists/watch-list-reads.ts';
