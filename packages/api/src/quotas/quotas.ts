import { AppError } from '../errors.ts';

/** The most that one user may have or do. Operators change each by an environment variable (docs/limits.md). */
export interface Quotas {
  readonly strategies: number;
  /** Of the rules of all strategies together. */
  readonly ruleBytes: number;
  readonly portfolios: number;
  /** On the watch list. */
  readonly stocks: number;
  /** Of the notes about all stocks together. */
  readonly noteBytes: number;
  readonly unfinishedTasks: number;
  readonly signIns: number;
  readonly indicatorsPerStock: number;
  /** Of all indicators of one stock together; MACD has three. */
  readonly linesPerStock: number;
  /** The next three apply only to providers that are reached over a network. */
  readonly searchesPerMinute: number;
  readonly newSymbolsPerMinute: number;
  readonly newSymbolsPerDay: number;
}

/**
 * Refuses one more of something. `count` must have been read in the transaction that adds, under the user's lock
 * (`userRepository.hold`): otherwise simultaneous requests each find room for the last one.
 * @param things in the plural, for the sentence
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
  );
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** A number of bytes in the largest unit in which it is whole: `256 KiB`. */
export function formatBytes(bytes: number): string {
  const [size, unit] =
    bytes % mebibyte === 0
      ? [bytes / mebibyte, 'MiB']
      : bytes % kibibyte === 0
        ? [bytes / kibibyte, 'KiB']
        : [bytes, 'bytes'];
  return `${size.toLocaleString('en-US')} ${unit}`;
}
