import type { Output } from './fake-server.ts';

type Move = Output<'moves.list'>['moves'][number];
type Report = Output<'moves.get'>;
type Question = Report['questions'][number];

export const moveId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4e11';

/** A move of which the file was read. */
export function listedMove(facts: Partial<Move> = {}): Move {
  return {
    id: moveId,
    state: 'ready',
    task_id: null,
    file_name: 'portfolio.xml',
    program: 'Portfolio Performance',
    transactions: 0,
    portfolios: 0,
    problem: null,
    created_at: '2026-11-27T12:00:00.000Z',
    stored_at: null,
    ...facts,
  };
}

const lines = (counts: Partial<Report['accounts'][number]['counts']>) => ({
  new: 0,
  already_there: 0,
  skipped: 0,
  problem: 0,
  ...counts,
});

/** An open question; without `choices`, its answer is typed. */
export function moveQuestion(facts: Pick<Question, 'key' | 'kind' | 'text'> & Partial<Question>): Question {
  return { choices: [], default: null, answer: null, ...facts };
}

/** Asks about a stock whose quotes have another currency than the file says. */
export const currencyQuestion = moveQuestion({
  key: 'security:s1',
  kind: 'security',
  text: '"Apple" is in EUR in your file, but AAPL is quoted in USD. Is it the right stock?',
  choices: [
    { value: 'AAPL', label: 'Yes, take AAPL' },
    { value: 'own', label: 'Make it an own instrument' },
    { value: 'skip', label: 'Leave it out' },
  ],
  default: 'AAPL',
});

/** The first page of lines: a question, then a purchase. */
export const moveLines: Output<'moves.lines'> = {
  lines: [
    {
      place: 3,
      transaction: null,
      verdict: 'problem',
      message: 'Which stock is "Bitcoin"?',
      raw: '2024-05-21 · buy · 1 · Bitcoin · 100 EUR',
    },
    {
      place: 1,
      transaction: {
        type: 'BUY',
        date: '2024-05-20',
        security: 's1',
        quantity: '3',
        price: '947.8',
        amount: null,
        currency: 'USD',
        fees: '1.0869565217',
        taxes: '0',
        fx_rate: '0.92009',
        note: null,
      },
      verdict: 'new',
      message: null,
      raw: '2024-05-20 · buy · 3 · Apple · 2616.21 EUR · fees 1',
    },
  ],
  total: 120,
};

/** A report of two portfolios, a stock, an own instrument and a security without a source. */
export function moveReport(facts: Partial<Report> = {}): Report {
  return {
    ...listedMove(),
    version: '70',
    last_day: '2026-11-20',
    message: '6 lines: 5 new · 1 problem',
    accounts: [
      {
        key: 'p1',
        name: 'Depot',
        kind: 'shares',
        portfolio: 'p1',
        counts: lines({ new: 3, problem: 1 }),
        first: '2024-05-20',
        last: '2026-11-20',
      },
      {
        key: 'a1',
        name: 'Giro',
        kind: 'cash',
        portfolio: 'p1',
        counts: lines({ new: 1 }),
        first: '2024-05-02',
        last: '2024-05-02',
      },
      {
        key: 'p2',
        name: 'Pension',
        kind: 'shares',
        portfolio: 'p2',
        counts: lines({ new: 1 }),
        first: '2025-01-02',
        last: '2025-01-02',
      },
    ],
    planned_portfolios: [
      { key: 'p1', name: 'Depot', currency: 'EUR', is_new: true, merged: [] },
      { key: 'p2', name: 'Pension', currency: 'USD', is_new: true, merged: [] },
    ],
    securities: [
      {
        key: 's1',
        name: 'Apple',
        isin: 'US0378331005',
        status: 'known',
        symbol: 'AAPL',
        lines: 3,
        message: null,
      },
      {
        key: 's2',
        name: 'House bank fund',
        isin: null,
        status: 'own',
        symbol: '@FUND',
        lines: 1,
        message: null,
      },
      { key: 's3', name: 'Bitcoin', isin: null, status: 'ask', symbol: null, lines: 1, message: null },
    ],
    splits: [],
    lists: [{ name: 'Tech', securities: 4 }],
    groups: [{ name: 'Regions', tags: ['America', 'Europe'], has_targets: true }],
    questions: [
      moveQuestion({
        key: 'security:s3',
        kind: 'security',
        text: 'Which stock is "Bitcoin"?',
        choices: [
          { value: 'own', label: 'Make it an own instrument' },
          { value: 'skip', label: 'Leave it out' },
        ],
      }),
    ],
    left_out: [{ what: 'Dashboards', count: 2, why: 'They have no place here' }],
    warnings: [],
    comparison: {
      equal: true,
      message: 'Everything adds up: 14 holdings, 3 accounts.',
      holdings: 14,
      accounts: 3,
      differences: [],
    },
    ...facts,
  };
}

/** A report without open questions. */
export function answeredReport(facts: Partial<Report> = {}): Report {
  const { accounts, securities } = moveReport();
  return moveReport({
    message: '6 lines: 6 new',
    accounts: accounts.map((account) => ({
      ...account,
      counts: lines({ new: account.counts.new + account.counts.problem }),
    })),
    securities: securities.map((security) =>
      security.status === 'ask' ? { ...security, status: 'own', symbol: '@BTC' } : security,
    ),
    questions: [],
    ...facts,
  });
}

/** A comparison with a difference. */
export const differentBalances: Report['comparison'] = {
  equal: false,
  message: '1 balance differs',
  holdings: 14,
  accounts: 3,
  differences: [
    {
      account: 'p1',
      security: 's3',
      currency: null,
      theirs: '1',
      ours: '0',
      message: 'Bitcoin in Depot: 1 in Portfolio Performance, 0 here (1 line skipped).',
    },
  ],
};
