import { describe, expect, it } from 'vitest';
import type { NeutralAccount } from '../form.ts';
import { blankLine } from '../read/blank-line.ts';
import { planAccounts } from './accounts.ts';
import type { Answers } from './plan.ts';

const account = (key: string): NeutralAccount => ({
  key,
  name: key,
  kind: 'both',
  currency: 'EUR',
  reference: null,
  note: null,
  knownBalances: null,
});

/** The accounts of each portfolio. */
function merged(keys: readonly string[], answers: Answers): string[][] {
  const lines = keys.map((key) => ({
    ...blankLine,
    key,
    id: null,
    kind: 'deposit' as const,
    date: '2024-05-20',
    account: key,
    moneyAccount: key,
    currency: 'EUR',
    gross: '1',
  }));
  const file = { accounts: keys.map(account), lines, baseCurrency: 'EUR' };
  const { portfolios } = planAccounts({ ...emptyBook, ...file }, { portfolioNames: [], moved: [] }, answers);
  return portfolios.map(({ accounts }) => accounts.toSorted());
}

const emptyBook = {
  program: 'Portfolio Performance',
  version: null,
  lastDay: null,
  writtenOn: null,
  securities: [],
  lists: [],
  groups: [],
  dayNotes: [],
  leftOut: [],
  warnings: [],
  questions: [],
  balances: { shares: [], money: null },
} as const;

describe('planAccounts', () => {
  it.each([
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
    ['b', 'a', 'c'],
  ])('merges along a chain of answers, whatever the order of the accounts (%s, %s, %s)', (...keys) => {
    expect(merged(keys, { 'merge:a': 'b', 'merge:b': 'c' })).toEqual([['a', 'b', 'c']]);
  });

  it('makes one portfolio of accounts that are merged with each other', () => {
    expect(merged(['a', 'b', 'c'], { 'merge:a': 'b', 'merge:b': 'a', 'merge:c': 'b' })).toEqual([
      ['a', 'b', 'c'],
    ]);
  });
});
