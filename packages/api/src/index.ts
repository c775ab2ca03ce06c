export { type AssistantTool, assistantTools } from './assistant/tools.ts';
export { addressBlock } from './auth/limits/address-block.ts';
export { createAuthLimits } from './auth/limits/auth-limits.ts';
export { endSessionsOfProvider, exchangeCode } from './auth/oidc/exchange.ts';
export { createIdentityProvider, type IdentityProvider } from './auth/oidc/identity-provider.ts';
export {
  endProviderSignIn,
  type ProviderContext,
  startProviderSignIn,
} from './auth/oidc/provider-sign-in.ts';
export {
  createOperatorCode,
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  listEventsOf,
  listSessionsOf,
  removePasskeysOf,
  removeSecondFactorOf,
  signOut,
  signOutAll,
} from './auth/operator/operator.ts';
export { generatePassword } from './auth/passwords/generated-password.ts';
export { createPasswordHasher } from './auth/passwords/password-hasher.ts';
export { createPasswordRules } from './auth/passwords/password-rules.ts';
export { resetPassword } from './auth/passwords/passwords.ts';
export { createSessions, requireWriteScope } from './auth/sessions/sessions.ts';
export { cleanUp } from './clean-up.ts';
export type { JobOutcome, Observer, RequestContext, Services } from './context.ts';
export { AppError, toAppError } from './errors.ts';
export { evaluateStoredBars } from './history/links/evaluate-stored-bars.ts';
export { requestMissingPairs } from './history/pairs/ensure-pairs.ts';
export { fetchPairTask } from './history/pairs/fetch-pair-task.ts';
export { enqueueDueRefreshes, refreshScheduledStock } from './history/scheduled-refresh.ts';
export { type Execute, runOnce } from './idempotency/run-once.ts';
export { calculateIndicatorTask } from './indicators/calculate-indicator.ts';
export { takeBars } from './instruments/bars/take-bars.ts';
export { growPrices } from './instruments/pricing/grow-prices.ts';
export { refreshAnyStockTask } from './instruments/refresh-instrument.ts';
export { remindOwners } from './instruments/remind-owners.ts';
export { hasMoreParts, tooManyValues } from './json-parts.ts';
export type { Log } from './log.ts';
export { readMoveTask } from './move-in/read-move-task.ts';
export { storeMoveTask } from './move-in/store/store-move-task.ts';
export { sendConfirmation } from './notifications/channels/confirmation.ts';
export { remindDevice } from './notifications/channels/unseen-devices.ts';
export { deliver } from './notifications/deliveries/deliver.ts';
export { deliverToDevices } from './notifications/deliveries/deliver-to-devices.ts';
export {
  deviceFlag,
  queueDeliveries,
  resumeDeliveries,
} from './notifications/deliveries/queue-deliveries.ts';
export { createNotifier } from './notifications/notifier.ts';
export { createExampleTask } from './portfolios/example/example-task.ts';
export { importTransactionsTask } from './portfolios/imports/import-task.ts';
export { defaultQuotas, formatBytes, type Quotas } from './quotas/quotas.ts';
export { fetchQuotes, planQuotes } from './quotes/fetch-quotes.ts';
export { createPauseStore } from './quotes/pause-store.ts';
export { createQuoteServices } from './quotes/quote-services.ts';
export { storeBatch } from './quotes/store-batch.ts';
export {
  cachingOfProcedures,
  type FieldType,
  hasLocation,
  type RestOperation,
  restOperations,
} from './rest.ts';
export { type AppRouter, appRouter } from './router.ts';
export { recordRefusal } from './security-events/record-refusal.ts';
export { createSecurityEvents } from './security-events/security-events.ts';
export { eventSummary } from './security-events/summaries.ts';
export { expireOverdueRules } from './signals/evaluate/expire-rules.ts';
export { addStockTask } from './stocks/stocks.ts';
export { runBacktestTask } from './strategies/backtests/backtest-task.ts';
export { runSweepTask } from './strategies/sweeps/sweep-task.ts';
export { nextTurn } from './streaming/event-loop.ts';
export { KeyedMutex } from './streaming/keyed-mutex.ts';
export { OutputStream } from './streaming/output-stream.ts';
export { calculateStudySetTask } from './study-sets/calculate-study-set.ts';
export { readBackupStatus, workerStaleAfterS } from './system/health.ts';
export { createProviderHealthStore } from './system/provider-state.ts';
export type { TaskKind } from './tasks/kinds.ts';
export { failExhaustedTasks, runTask, type TaskBody } from './tasks/run-task.ts';
export { fetchFlag, moveFlag, runFlag, userFlagOf } from './tasks/tasks.ts';
export { importStocksTask } from './transfer/import-stocks-task.ts';
export { authenticateCall, type OutputFile } from './trpc.ts';
export { UnparsedBody } from './unparsed-body.ts';
