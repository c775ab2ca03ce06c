import { transactionTexts } from './import-texts.ts';
import { type Known, mapValues } from './largest-inputs.ts';
import { moveFile } from './moves.ts';

/** A purchase, and fields that its type does not have. */
const purchase = {
  type: 'BUY',
  date: '2020-01-02',
  symbol: '{{symbol}}',
  quantity: 1.25,
  price: 10.5,
  amount: undefined,
  currency: 'USD',
  fees: 1,
  taxes: 1,
  fx_rate: undefined,
  ex_date: undefined,
  to_amount: undefined,
  to_currency: undefined,
  note: 'x'.repeat(1_000),
  external_id: undefined,
};

/** Values and variants of the operations of portfolios. */
export function portfolioInputs(symbols: readonly string[]): Readonly<Record<string, Known>> {
  const large = { portfolioId: '{{largePortfolio}}' };
  const shares = symbols.map((symbol) => ({ symbol, percent: 0.5 }));
  const targets = symbols.map((symbol, index) => ({
    symbol,
    percent: index === 0 ? 100 - (symbols.length - 1) / 2 : 0.5,
  }));
  const tags = Array.from({ length: 30 }, (_, index) => ({
    name: `t${index}`,
    target_percent: index === 0 ? 13 : 3,
    shares,
  }));
  const settings = {
    benchmark: '{{symbol}}',
    tax_year_start: '04-06',
    dividend_tax_percent: 26.375,
    risk_free_percent: 3.5,
  };
  const ofDay = { ...large, date: '2020-01-02' };
  const texts = transactionTexts(symbols);
  return {
    createPortfolio: { values: { ...settings, description: undefined } },
    updatePortfolio: { values: settings },
    listTransactions: {
      values: { ...large, type: undefined, symbol: undefined, limit: 1_000, offset: 10_000 },
    },
    createTransactions: {
      values: {
        ...mapValues(purchase, () => undefined),
        transactions: Array.from({ length: 200 }, () => purchase),
      },
      variants: { 'into the largest book': large },
    },
    exportTransactions: {
      values: { ...large, part: undefined },
      variants: {
        ledger: { format: 'ledger' },
        beancount: { format: 'beancount' },
        'Portfolio Performance': { format: 'portfolio-performance', part: 'securities' },
      },
    },
    getTransaction: { values: large },
    updateTransaction: { values: { ...large, ...purchase, ordinal: 1, symbol: undefined, type: undefined } },
    deleteTransaction: { values: large },
    createTransfer: {
      values: {
        ...large,
        ...purchase,
        to: '{{otherPortfolio}}',
        amount: undefined,
        fees: undefined,
        taxes: undefined,
      },
    },
    getDayPrice: { values: { ...ofDay, symbol: '{{symbol}}', currency: 'EUR' } },
    listTagGroups: { values: large },
    createTagGroup: { values: { name: '{{number}}', tags } },
    getTagGroup: { values: large },
    updateTagGroup: { values: { ...large, name: '{{number}}', tags } },
    deleteTagGroup: { values: large },
    setTargets: { values: { ...large, targets } },
    listPortfolioImports: { values: large },
    takeBackImport: { values: large },
    startMove: {
      values: { files: [{ name: 'file.xml', data: moveFile(2_000) }], password: undefined },
      variants: {
        'a book at its limit': { files: [{ name: 'file.xml', data: moveFile(50_000) }] },
        'twenty packed files': {
          files: Array.from({ length: 20 }, () => ({ name: 'file.xml', data: moveFile(2_000) })),
        },
      },
    },
    listMoves: { values: {} },
    getMove: { values: { moveId: '{{move}}' } },
    listMoveLines: {
      values: { moveId: '{{move}}', account: undefined, security: undefined, verdict: undefined },
    },
    answerMove: { values: { moveId: '{{move}}', answers: { 'name:p1': '{{number}}' } } },
    commitMove: { values: { moveId: '{{move}}' } },
    takeBackMove: { values: { moveId: '{{move}}' } },
    setSplitChoice: { values: { ...large, symbol: symbols[0], ex_date: '2020-01-02' } },
    setQuoteCurrency: { values: large },
    dismissDividend: { values: { ...large, symbol: symbols[0], ex_date: '2020-01-02' } },
    getPortfolioOverview: {
      values: { ids: undefined, currency: 'EUR', series: true },
      variants: { 'another day each': { since: '{{day}}' } },
    },
    getPositions: {
      values: { symbol: symbols[0] },
      variants: { 'another stock each': { symbol: '{{symbol}}' } },
    },
    getHoldings: {
      values: { ...large, closed: true },
      variants: { 'another day each': { date: '{{day}}' } },
    },
    getHoldingsAsCsv: {
      values: { ...large, closed: true },
      variants: { 'another day each': { date: '{{day}}' } },
    },
    getPerformance: {
      values: { ...large, series: true, details: true },
      variants: {
        'another day each': { since: '{{day}}' },
        'another benchmark each': { benchmark: '{{symbol}}' },
      },
    },
    listPortfolioDays: {
      values: { ...large, holdings: true, limit: 1_000, offset: 0 },
      variants: { 'another day each': { since: '{{day}}' } },
    },
    getPortfolioDaysAsCsv: {
      values: { ...large, holdings: true },
      variants: { 'another day each': { since: '{{day}}' } },
    },
    getRealisedGains: { values: large },
    getRealisedGainsAsCsv: { values: large },
    getDividends: { values: large },
    getDividendsAsCsv: { values: large },
    takeDividends: {
      values: {
        ...large,
        dividends: symbols.map((symbol) => ({ symbol, ex_date: '2020-01-02', date: '2020-01-02', taxes: 1 })),
      },
    },
    getAllocation: {
      values: { ...large, by: 'stock' },
      variants: { 'by tags': { by: 'tag' }, 'another day each': { date: '{{day}}' } },
    },
    rebalancePortfolio: { values: { ...large, minimum: 0 } },
    getTransactionImportTask: { values: { taskId: '{{transactionImportTask}}' } },
    importTransactions: {
      values: {
        text: texts['10,000 purchases of known stocks'],
        mapping: undefined,
        limit: 1_000,
        offset: 0,
      },
      variants: {
        ...mapValues(texts, (text) => ({ text })),
        'stored in the largest book': { ...large, commit: true },
      },
    },
  };
}
