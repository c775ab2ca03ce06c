import { AppError } from '../errors.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Maxima per user, unless an environment variable overrides them (docs/limits.md). */
export const defaultQuotas = {
  strategies: 100,
  /** Size of the rules of all strategies in total. */
  ruleBytes: 256 * kibibyte,
  portfolios: 50,
  transactionsPerPortfolio: 20_000,
  transactions: 50_000,
  stocks: 500,
  lists: 50,
  stocksPerList: 500,
  noteBytes: mebibyte,
  ownInstruments: 100,
  /** Prices of all own instruments in total. */
  ownBars: 300_000,
  /** Size of a file of another program. */
  moveInBytes: 64 * mebibyte,
  /** Within an hour. */
  moveInUploads: 10,
  journalEntries: 5_000,
  /** Size of the texts of all entries of the journal in total. */
  journalBytes: 5 * mebibyte,
  /** Size of the results of all backtests in total. */
  backtestBytes: 1024 * mebibyte,
  unfinishedTasks: 100,
  sessions: 100,
  indicatorsPerStock: 100,
  /** Lines of all indicators of a stock in total; MACD has three. */
  linesPerStock: 100,
  /** This and the following two apply only to providers that are reached over a network. */
  searchesPerMinute: 30,
  newSymbolsPerMinute: 20,
  newSymbolsPerDay: 300,
};

export type Quotas = Readonly<typeof defaultQuotas>;

/**
 * Rejects a further item if the quota is used up. Read `count` in the transaction that adds the item, after
 * `userRepository.lockForUpdate`: otherwise simultaneous requests could exceed the quota together.
 * @param things name of the items in the plural, for the error message
 * @param remedy last sentence of the error message
 * @throws AppError CONFLICT
 */
export function assertQuota(count: number, maximum: number, things: string, remedy?: string): void {
  if (count < maximum) return;
  throw new AppError('CONFLICT', quotaMessage(maximum, things, remedy), { isQuota: true });
}

/** Why a further item is rejected. Parameters as in `assertQuota`. */
export function quotaMessage(maximum: number, things: string, remedy = 'Delete one first'): string {
  return `You have ${maximum.toLocaleString('en-US')} ${things}, the maximum. ${remedy}`;
}

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
