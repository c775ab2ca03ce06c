import { describe, expect, it } from 'vitest';
import { bought, planBook, readBook } from '../testing/move-in.ts';
import type { PpTestBook, PpTestClassification, PpTestEntry } from '../testing/pp-book.ts';
import { planGroups } from './groups.ts';
import { Positions } from './positions.ts';

const deposit: PpTestEntry = {
  type: 'DEPOSIT',
  uuid: 'd1',
  date: '2024-05-01',
  account: 'a1',
  currency: 'EUR',
  amount: 500_00n,
};

const bookOf = (
  children: readonly PpTestClassification[],
  entries: readonly PpTestEntry[] = [bought],
): PpTestBook => ({
  version: 70,
  baseCurrency: 'EUR',
  securities: [
    { uuid: 's1', name: 'Fund', currency: 'EUR', feed: 'MANUAL' },
    { uuid: 's2', name: 'Never bought', currency: 'EUR', feed: 'MANUAL' },
  ],
  accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
  portfolios: [
    { uuid: 'p1', name: 'Depot', reference: 'a1' },
    { uuid: 'p2', name: 'Empty', reference: 'a1' },
  ],
  entries,
  taxonomies: [{ name: 'Regions', root: { name: 'Regions', weight: 10_000, children } }],
});
const plan = async (...given: Parameters<typeof bookOf>) => planBook(await readBook(bookOf(...given))).plan;

const fund = [['s1', 10_000]] as const;

describe('planGroups', () => {
  it('gives a group to each portfolio that holds one of its securities', async () => {
    const { groups } = await plan([
      {
        name: 'Europe',
        weight: 10_000,
        assignments: [
          ['s1', 6_000],
          ['s2', 10_000],
        ],
      },
      { name: 'Asia', weight: 10_000, assignments: [['s1', 5_000]] },
      { name: 'Asia', weight: 10_000, assignments: [['s1', 1_000]] },
    ]);
    // At most all of a security is assigned, and one without transactions is not stored.
    expect(groups).toEqual([
      {
        portfolio: 'p1',
        name: 'Regions',
        tags: [
          { name: 'Europe', targetPercent: null, shares: [{ security: 's1', percent: '60' }] },
          { name: 'Asia', targetPercent: null, shares: [{ security: 's1', percent: '40' }] },
        ],
      },
    ]);
  });

  it('multiplies the weights of targets from the root down', async () => {
    const { groups } = await plan([
      {
        name: 'Equity',
        weight: 6_000,
        children: [
          { name: 'Europe', weight: 5_000, assignments: fund },
          { name: 'Asia', weight: 5_000 },
        ],
      },
      { name: 'Bonds', weight: 4_000 },
    ]);
    expect(groups[0]?.tags.map(({ name, targetPercent }) => [name, targetPercent])).toEqual([
      ['Equity / Europe', '30'],
      ['Equity / Asia', '30'],
      ['Bonds', '40'],
    ]);
  });

  it('leaves the rest to cash if it counts, and otherwise takes no targets', async () => {
    const tags: PpTestClassification[] = [
      { name: 'Funds', weight: 9_000, assignments: fund },
      { name: 'Money', weight: 1_000, assignments: [['a1', 10_000]] },
    ];
    const counted = await plan(tags, [deposit, bought]);
    expect(counted.groups[0]?.tags.map(({ targetPercent }) => targetPercent)).toEqual(['90']);
    const invested = await plan(tags);
    expect(invested.groups[0]?.tags.map(({ targetPercent }) => targetPercent)).toEqual([null]);
    expect(invested.leftOut).toContainEqual({
      what: 'Targets of Regions',
      count: 1,
      why: 'Its targets in Depot do not add up to 100 %',
    });
  });

  it('asks if a group has too many tags', async () => {
    const many = Array.from({ length: 31 }, (_, index) => ({
      name: `Region ${index}`,
      weight: 10_000,
      assignments: [['s1', 100]] as const,
    }));
    const { groups, questions } = await plan(many);
    expect(groups[0]?.tags).toHaveLength(30);
    expect(questions).toMatchObject([
      {
        key: 'tags:0',
        text: 'Regions has 31 tags, a group has at most 30. Which do you want?',
        default: 'first',
      },
    ]);
  });

  it('asks which groups are wanted if there are too many', () => {
    const security = 's1';
    const groups = Array.from({ length: 11 }, (_, index) => ({
      name: `Group ${index}`,
      tags: [{ name: 'Tag', targetPercent: null, shares: [{ security, percent: '100' }] }],
    }));
    const input = {
      portfolios: [],
      securities: [],
      firstOf: new Map<string, string>(),
      positions: new Positions([], () => undefined),
    };
    const book = { groups, lastDay: null } as const;
    const { questions } = planGroups(book, { ...input, answers: {} });
    expect(questions.map(({ default: preset }) => preset)).toEqual([...Array(10).fill('take'), 'skip']);
    expect(questions[10]).toMatchObject({
      key: 'group:10',
      text: 'The file has 11 tag groups, a portfolio has at most 10. Do you want Group 10?',
    });
    const answered = planGroups(book, { ...input, answers: { 'group:10': 'take' } });
    expect(answered.leftOut).toEqual([
      { what: 'Group 10', count: 1, why: 'A portfolio has at most 10 tag groups' },
    ]);
    expect(
      planGroups(book, { ...input, answers: { 'group:10': 'take', 'group:0': 'skip' } }).leftOut,
    ).toEqual([]);
  });
});
