import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CashBalance, Realised } from '@stockbook/portfolio';
import { expect } from 'vitest';
import type { JournalNames } from '../journal-names.ts';

/** The journals of a book, and the figures that they must have. */
export interface CheckedBook {
  readonly ledger: string;
  readonly beancount: string;
  readonly names: Readonly<Record<'ledger' | 'beancount', JournalNames>>;
  /** Today's shares by symbol. */
  readonly shares: ReadonlyMap<string, number>;
  readonly cash: readonly CashBalance[];
  readonly realised: Realised;
}

/** Runs a program. @returns its output; null if the program is not installed */
function run(command: string, args: readonly string[]): string | null {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error && 'code' in error && error.code === 'ENOENT') return null;
  expect([command, args, status, stderr, error]).toEqual([command, args, 0, expect.any(String), undefined]);
  return stdout;
}

/** Checks the journals of books, all in one file of each format, by those of the programs that are installed. */
export function checkByPrograms(books: readonly CheckedBook[]): void {
  const dir = mkdtempSync(join(tmpdir(), 'stockbook-journals-'));
  try {
    const ledgerFile = join(dir, 'books.ledger');
    const beancountFile = join(dir, 'books.beancount');
    writeFileSync(ledgerFile, books.map(({ ledger }) => ledger).join('\n'));
    writeFileSync(beancountFile, books.map(({ beancount }) => beancount).join('\n'));
    run('hledger', ['-f', ledgerFile, 'check']);
    const hledger = run('hledger', ['-f', ledgerFile, 'bal', '--flat', '-N', '--layout=bare', '-O', 'csv']);
    if (hledger !== null) expectBalances(readBalances(hledger), books, 'ledger');
    run('ledger', ['-f', ledgerFile, 'bal', '--flat']);
    const ledger = run('ledger', ['-f', ledgerFile, 'csv']);
    if (ledger !== null) expectBalances(sumOfPostings(ledger), books, 'ledger');
    run('bean-check', [beancountFile]);
    const query = 'SELECT account, currency, sum(number) GROUP BY account, currency';
    const beancount = run('bean-query', ['-q', '-f', 'csv', beancountFile, query]);
    if (beancount !== null) {
      const balances = readBalances(beancount);
      expectBalances(balances, books, 'beancount');
      expectGains(balances, books);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Numbers by account and commodity. */
type Balances = ReadonlyMap<string, number>;

/** No cell has a comma. */
function rowsOf(csv: string): string[][] {
  const lines = csv.split(/\r?\n/).filter((line) => line !== '');
  return lines.map((line) => line.split(',').map((cell) => cell.replaceAll(/["\\]/g, '').trim()));
}

/** Reads lines of an account, a commodity and a number. */
function readBalances(csv: string): Balances {
  return new Map(
    rowsOf(csv).map(([account = '', commodity = '', number = '']) => [
      `${account} ${commodity}`,
      Number(number),
    ]),
  );
}

/** Adds up the postings that ledger lists: date, code, payee, account, commodity and number. */
function sumOfPostings(csv: string): Balances {
  const sums = new Map<string, number>();
  for (const [, , , account = '', commodity = '', number = ''] of rowsOf(csv)) {
    const key = `${account} ${commodity}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(number));
  }
  return sums;
}

function expectBalances(
  found: Balances,
  books: readonly CheckedBook[],
  format: 'ledger' | 'beancount',
): void {
  for (const { names, shares, cash } of books) {
    const own = names[format];
    for (const [symbol, quantity] of shares) {
      const key = `${own.holding(symbol)} ${own.commodity(symbol)}`;
      expect([key, found.get(key) ?? 0]).toEqual([key, expect.closeTo(quantity, 8)]);
    }
    for (const { currency, amount } of cash) {
      expect(found.get(`${own.account('Assets', 'Cash')} ${currency}`)).toBeCloseTo(amount, 8);
    }
    const isOpen = ([key, number]: [string, number]) =>
      key.startsWith(`${own.account('Assets')}:`) && Math.abs(number) > 1e-9;
    const held = [...shares.values()].filter((quantity) => quantity !== 0);
    expect([...found].filter(isOpen)).toHaveLength(held.length + cash.length);
  }
}

function expectGains(found: Balances, books: readonly CheckedBook[]): void {
  for (const { names, realised } of books) {
    const gain = realised.sales.reduce((sum, sale) => sum + sale.gain, 0);
    expect(-(found.get(`${names.beancount.account('Income', 'Gains')} EUR`) ?? 0)).toBeCloseTo(gain, 7);
  }
}
