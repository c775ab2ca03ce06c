import { providerTimeout } from '../errors.ts';
import type { TaskKind } from './kinds.ts';

const providerLimit = { ms: 30_000, message: providerTimeout };
const runLimit = {
  ms: 120_000,
  message: 'The run took longer than 120 seconds. Choose fewer stocks, a shorter time or fewer combinations',
};

/** Time limits of one attempt, and the message of a task that exceeds it. */
export const attemptLimits: Readonly<Record<TaskKind, { readonly ms: number; readonly message: string }>> = {
  'add-stock': providerLimit,
  'import-stocks': providerLimit,
  'refresh-stock': providerLimit,
  'calculate-indicator': providerLimit,
  'run-backtest': runLimit,
  'run-sweep': runLimit,
};
