import { AppError } from '../errors.ts';

/** Maxima per user. Each has an environment variable (docs/limits.md). */
export interface Quotas {
  readonly strategies: number;
  /** Size of the rules of all strategies in total. */
  readonly ruleBytes: number;
  readonly portfolios: number;
  /** Stocks on the watch list. */
  readonly stocks: number;
  /** Size of the notes of all stocks in total. */
  readonly noteBytes: number;
  /** Size of the results of all backtests in total. */
  readonly backtestBytes: number;
  readonly unfinishedTasks: number;
  readonly sessions: number;
  readonly indicatorsPerStock: number;
  /** Lines of all indicators of a stock in total; MACD has three. */
  readonly linesPerStock: number;
  /** This and the following two apply only to providers that are reached over a network. */
  readonly searchesPerMinute: number;
  readonly newSymbolsPerMinute: number;
  readonly newSymbolsPerDay: number;
}

/**
 * Rejects a further item if the quota is used up. Read `count` in the transaction that adds the item, after
 * `userRepository.lockForUpdate`: otherwise simultaneous requests could exceed the quota together.
 * @param things name of the items in the plural, for the error message
 * @param remedy last sentence of the error message
 * @throws AppError CONFLICT
 */
export function assertQuota(
  count: number,
  maximum: number,
  things: string,
  remedy = 'Delete one first',
): void {
  if (count < maximum) return;
  throw new AppError(
    'CONFLICT',
    `You have ${maximum.toLocaleString('en-US')} ${things}, the maximum. ${remedy}`,
    { isQuota: true },
  );
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Formats bytes in the largest unit that gives a whole number: `256 KiB`. */
export function formatBytes(bytes: number): string {
  const [size, unit] =
    bytes % mebibyte === 0
      ? [bytes / mebibyte, 'MiB']
      : bytes % kibibyte === 0
        ? [bytes / kibibyte, 'KiB']
        : [bytes, 'bytes'];
  return `${size.toLocaleString('en-US')} ${unit}`;
}
