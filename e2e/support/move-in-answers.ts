import {
  answeredReport,
  currencyQuestion,
  differentBalances,
  listedMove,
  moveId,
  moveQuestion,
  moveReport,
} from '../../apps/web/src/testing/moves.ts';

export { moveLines } from '../../apps/web/src/testing/moves.ts';

/** Moves in the server's format, for screens in states that are hard to provoke. */

export const address = `/portfolios/move-in/${moveId}`;

export const moves = [
  listedMove(),
  listedMove({ id: '1', state: 'stored', file_name: 'old.xml', portfolios: 3, transactions: 1180 }),
  listedMove({ id: '2', state: 'failed', program: null, problem: 'The file is damaged near line 812' }),
  listedMove({ id: '3', state: 'taken_back', file_name: 'a-long-name-of-a-file-of-years.portfolio' }),
];

/** The report with questions of each kind, a portfolio that was merged, splits and remarks. */
export const fullReport = moveReport({
  state: 'answers_needed',
  message: '1,204 lines: 1,180 new · 3 already there · 19 skipped · 2 problems',
  planned_portfolios: [
    { key: 'p1', name: 'Depot', currency: 'EUR', is_new: true, merged: ['p2'] },
    { key: 'a2', name: 'Savings in Switzerland', currency: 'CHF', is_new: true, merged: [] },
    { key: 'p3', name: 'Children', currency: 'EUR', is_new: false, merged: [] },
  ],
  accounts: [
    ...moveReport().accounts.map((account) => ({ ...account, portfolio: 'p1' })),
    {
      key: 'a2',
      name: 'Savings in Switzerland',
      kind: 'cash',
      portfolio: 'a2',
      counts: { new: 12, already_there: 0, skipped: 0, problem: 0 },
      first: '2019-01-02',
      last: '2026-10-01',
    },
  ],
  splits: [
    { security: 's1', date: '2020-08-31', ratio: '4:1', reading: 'applied', lines: 12 },
    { security: 's1', date: '2014-06-09', ratio: '7:1', reading: 'missing', lines: 3 },
  ],
  questions: [
    ...moveReport().questions,
    moveQuestion({
      key: 'split:s1:2014-06-09',
      kind: 'split',
      text: 'Your file counts 10 shares of AAPL, bought before the 7:1 split of Jun 9, 2014 and never multiplied. How many do you hold?',
      choices: [
        { value: 'multiplied', label: '70' },
        { value: 'kept', label: '10' },
      ],
      default: 'multiplied',
    }),
    currencyQuestion,
    moveQuestion({
      key: 'rate:EUR:USD:2024-06-12',
      kind: 'rate',
      text: 'How many USD was 1 EUR worth on Jun 12, 2024? Brokerage of that day is in EUR, and its exchange rate is blank.',
    }),
    moveQuestion({
      key: 'currency:a2',
      kind: 'currency',
      text: 'In which currency is Savings in Switzerland kept?',
    }),
  ],
  warnings: ['Cash of Savings in Switzerland is kept, but not counted'],
});

export const readingReport = moveReport({ state: 'reading' });

export const equalReport = answeredReport();

export const differentReport = answeredReport({
  comparison: {
    ...differentBalances,
    message: '2 balances differ',
    differences: [
      ...differentBalances.differences,
      {
        account: 'p1',
        security: null,
        currency: 'EUR',
        theirs: '1204.55',
        ours: '1104.55',
        message: 'Giro: 1,204.55 EUR in Portfolio Performance, 1,104.55 EUR here (2 problems).',
      },
    ],
  },
});

export const storedReport = answeredReport({
  state: 'stored',
  portfolios: 3,
  transactions: 1180,
  warnings: ['Cash of Pension is kept, but not counted'],
});
