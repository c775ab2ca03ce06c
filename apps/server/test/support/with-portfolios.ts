import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@stockbook/db/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import { Harness } from './harness.ts';

/** The prices of a stock in today's shares, as rows of dates and numbers. */
export interface StockPrices {
  readonly symbol: string;
  readonly currency: string | null;
  readonly closes: readonly (readonly [date: string, close: number])[];
  readonly splits?:
    | readonly (readonly [exDate: string, numerator: number, denominator: number])[]
    | undefined;
  readonly dividends?: readonly (readonly [exDate: string, amount: number])[] | undefined;
}

export type NewTransaction = Readonly<Record<string, unknown>>;

/** The program with a folder of CSV files, and a user who has portfolios. */
export interface Portfolios {
  readonly harness: Harness;
  readonly token: string;
  /** Writes the file of a stock, and adds or refreshes the stock. */
  putPrices(prices: StockPrices): Promise<void>;
  /** Creates a portfolio with transactions. @returns its id */
  create(
    settings: Readonly<Record<string, unknown>>,
    transactions: readonly NewTransaction[],
  ): Promise<string>;
  addTransactions(portfolioId: string, transactions: readonly NewTransaction[]): Promise<void>;
  /** Sends a GET request that must succeed. @returns the body */
  get(path: string): Promise<Record<string, unknown>>;
}

/** A file with one bar for each close. The amounts of days without a close belong to the next one. */
function fileOf({ closes, splits = [], dividends = [] }: StockPrices): string {
  const lines = closes.map(([date, close]) => {
    const dividend = dividends.find(([exDate]) => exDate === date)?.[1] ?? '';
    const [, numerator, denominator] = splits.find(([exDate]) => exDate === date) ?? [];
    const split = numerator === undefined ? '' : `${numerator}:${denominator}`;
    return [date, close, close, close, close, 100, dividend, split].join(',');
  });
  return ['date,open,high,low,close,volume,dividend,split', ...lines].join('\n');
}

/** For all tests of a file. */
export function usePortfolios(): () => Portfolios {
  let started: Portfolios | undefined;
  let dir = '';
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'stockbook-portfolios-'));
    const harness = await Harness.start({ MARKET_DATA: 'csv', MARKET_DATA_CSV_DIR: dir });
    started = portfoliosOf(harness, dir, (await harness.signUp()).token);
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

function portfoliosOf(harness: Harness, dir: string, token: string): Portfolios {
  const added = new Set<string>();
  const addTransactions: Portfolios['addTransactions'] = async (portfolioId, transactions) => {
    const path = `/portfolios/${portfolioId}/transactions`;
    const { status, body } = await harness.rest('POST', path, { token, body: { transactions } });
    expect([status, body.error]).toEqual([201, undefined]);
  };
  return {
    harness,
    token,
    async putPrices(prices) {
      const { symbol, currency } = prices;
      await writeFile(join(dir, `${symbol}.csv`), fileOf(prices));
      if (added.has(symbol)) {
        await harness.runTask(`/stocks/${encodeURIComponent(symbol)}/refresh`, { token });
        return;
      }
      added.add(symbol);
      await harness.addStock(token, symbol);
      await sql`update stock set currency = ${currency} where symbol = ${symbol}`.execute(
        harness.services.database.fork().getKysely(),
      );
    },
    async create(settings, transactions) {
      const { status, body } = await harness.rest('POST', '/portfolios', {
        token,
        body: { name: 'Portfolio', ...settings },
      });
      expect([status, body.error]).toEqual([201, undefined]);
      const id = String(body.id);
      if (transactions.length > 0) await addTransactions(id, transactions);
      return id;
    },
    addTransactions,
    async get(path) {
      const { status, body } = await harness.rest('GET', path, { token });
      expect([path, status, body.error]).toEqual([path, 200, undefined]);
      return body;
    },
  };
}

const days = [
  '2024-01-02',
  '2024-01-03',
  '2024-01-04',
  '2024-01-05',
  '2024-01-08',
  '2024-01-09',
  '2024-01-10',
];
const closes = [100, 102, 101, 104, 108, 106, 110];

/** The example that docs/portfolios.md computes by hand. */
export const byHand = {
  prices: {
    symbol: 'AAA',
    currency: 'EUR',
    closes: days.map((day, index) => [day, closes[index] ?? 0] as const),
  },
  transactions: [
    { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 10, price: 100, currency: 'EUR' },
    { type: 'BUY', date: '2024-01-04', symbol: 'AAA', quantity: 10, price: 101.5, currency: 'EUR', fees: 3 },
    {
      type: 'SELL',
      date: '2024-01-08',
      symbol: 'AAA',
      quantity: 15,
      price: 107.9,
      currency: 'EUR',
      fees: 4,
      taxes: 12.5,
    },
  ],
} as const;
