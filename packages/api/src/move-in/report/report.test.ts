import { describe, expect, it } from 'vitest';
import { bought, planBook, readBook } from '../testing/move-in.ts';
import type { PpTestBook } from '../testing/pp-book.ts';
import { makeReport, openQuestions, reportLines } from './report.ts';
import { countVerdicts, summarize } from './verdicts.ts';

const book: PpTestBook = {
  version: 70,
  baseCurrency: 'EUR',
  securities: [
    { uuid: 's1', name: 'House bank fund', currency: 'EUR', feed: 'MANUAL' },
    { uuid: 's2', name: 'Bitcoin', currency: 'EUR', feed: 'COINGECKO', ticker: 'BTC' },
    { uuid: 's3', name: 'Never bought', currency: 'EUR' },
  ],
  accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
  portfolios: [{ uuid: 'p1', name: 'Depot', reference: 'a1' }],
  entries: [
    bought,
    { ...bought, uuid: 'b3', otherUuid: 'b4', security: 's2', date: '2024-05-21' },
    { type: 'DEPOSIT', uuid: 'd1', date: '2024-05-01', account: 'a1', currency: 'EUR', amount: 0n },
  ],
};

describe('makeReport', () => {
  it('describes what a file becomes, and what blocks it', async () => {
    const { book: neutral, plan, comparison } = planBook(await readBook(book));
    const report = makeReport(neutral, plan, comparison);
    expect(report).toMatchObject({
      program: 'Portfolio Performance',
      version: '70',
      last_day: '2024-05-21',
      state: 'answers_needed',
      accounts: [
        {
          key: 'p1',
          portfolio: 'p1',
          counts: { new: 1, already_there: 0, skipped: 0, problem: 1 },
          first: '2024-05-20',
          last: '2024-05-21',
        },
        { key: 'a1', portfolio: 'p1', counts: { new: 0, skipped: 1, problem: 0 } },
      ],
      planned_portfolios: [{ key: 'p1', name: 'Depot', currency: 'EUR', is_new: true, merged: [] }],
      left_out: [{ what: 'Securities', count: 1 }],
      warnings: ['Cash of Depot is kept, but not counted'],
    });
    expect(report.securities.map(({ status, symbol, lines }) => [status, symbol, lines])).toEqual([
      ['own', '@HOUSE-BANK-FUND', 1],
      ['ask', null, 1],
      ['unused', null, 0],
    ]);
    expect(openQuestions(report.questions)).toMatchObject([
      { key: 'security:s2', text: 'Which stock is "Bitcoin"?' },
    ]);
    expect(summarize(countVerdicts(plan.lines))).toBe('3 lines: 1 new · 1 skipped · 1 problem');
  });

  it('reports that the move is ready when all questions have answers', async () => {
    const answers = { 'security:s2': 'own' };
    const { book: neutral, plan, comparison } = planBook(await readBook(book), { answers });
    expect(makeReport(neutral, plan, comparison)).toMatchObject({
      state: 'ready',
      comparison: { message: 'Everything adds up: 2 holdings, 1 account.' },
    });
  });

  it('finds nothing new in the same file', async () => {
    const answers = { 'security:s2': 'own' };
    const externalIds = new Set(['pp:b1', 'pp:b3']);
    const portfolio = { id: 'stored', name: 'My depot', currency: 'EUR', externalIds, rows: null };
    const moved = [{ account: 'p1', portfolio }];
    const { plan, comparison } = planBook(await readBook(book), { answers, facts: { moved } });
    expect(plan.portfolios).toMatchObject([{ existing: 'stored', name: 'My depot' }]);
    expect(summarize(countVerdicts(plan.lines))).toBe('3 lines: 0 new · 2 already there · 1 skipped');
    expect(comparison.equal).toBe(true);
  });
});

describe('reportLines', () => {
  it('lists problems first, each line with its first transaction', async () => {
    const { book: neutral, plan } = planBook(await readBook(book));
    const page = reportLines(neutral, plan, { limit: 2, offset: 0 });
    expect(page).toMatchObject({
      total: 3,
      lines: [
        { verdict: 'problem', message: 'Which stock is "Bitcoin"?', transaction: null },
        { verdict: 'skipped', message: 'The amount is 0' },
      ],
    });
    const { lines } = reportLines(neutral, plan, { security: 's1', limit: 10, offset: 0 });
    expect(lines).toMatchObject([
      {
        place: 1,
        verdict: 'new',
        transaction: { type: 'BUY', price: '10' },
        raw: '2024-05-20 · buy · 10 · House bank fund · 100 EUR',
      },
    ]);
    expect(reportLines(neutral, plan, { account: 'a1', verdict: 'new', limit: 10, offset: 0 }).total).toBe(0);
  });
});
