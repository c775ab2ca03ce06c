import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '@stockbook/api';
import { afterAll, beforeAll } from 'vitest';
import type { Env } from '../../src/env.ts';
import { Harness } from './harness.ts';

/** The day `index` days after 2020-01-01. */
export const dayOf = (index: number): string =>
  new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);

interface PriceFiles {
  readonly harness: Harness;
  /** Writes a stock's file: one bar a day from 2020-01-01, each at one price. */
  put(symbol: string, closes: readonly number[]): Promise<void>;
  /** Writes a stock's file with these lines: date, open, high, low, close, volume. */
  putLines(symbol: string, lines: readonly string[]): Promise<void>;
}

/** The program with a folder of CSV files, for all tests of a file. */
export function usePriceFiles(
  changes: Partial<Env> = {},
  clock?: () => Date,
  budgets?: Services['calculationBudgets'],
): () => PriceFiles {
  let started: PriceFiles | undefined;
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'stockbook-prices-'));
    const putLines: PriceFiles['putLines'] = (symbol, lines) =>
      writeFile(join(dir, `${symbol}.csv`), ['date,open,high,low,close,volume', ...lines].join('\n'));
    started = {
      harness: await Harness.start(
        { MARKET_DATA: 'csv', MARKET_DATA_CSV_DIR: dir, ...changes },
        clock,
        budgets,
      ),
      putLines,
      put: (symbol, closes) =>
        putLines(
          symbol,
          closes.map((close, day) => `${dayOf(day)},${close},${close},${close},${close},100`),
        ),
    };
  });
  afterAll(async () => {
    await started?.harness.stop();
    await rm(dir, { recursive: true });
  });
  return () => {
    if (!started) throw new Error('the program has not been started');
    return started;
  };
}
