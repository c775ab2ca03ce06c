import { describe, expect, it } from 'vitest';
import { readLimits } from '../../limits.ts';
import { checkAnswers } from '../../plan/checks/check-answers.ts';
import { planBook } from '../../testing/move-in.ts';
import { toldBook, writeSharesight } from '../../testing/told-books.ts';
import { readSharesight } from './read-files.ts';

const options = { today: '2026-11-27', limits: readLimits };

const read = (rows: readonly string[]) =>
  readSharesight([{ name: 'All Trades Report.csv', bytes: writeSharesight(toldBook, { rows }) }], options);

describe('readSharesight', () => {
  it('takes the name, the currency and the end of the report', () => {
    const { accounts, lastDay, lines } = read([]);
    expect(accounts).toMatchObject([{ name: 'Depot', currency: 'EUR' }]);
    expect(lastDay).toBe('2024-06-28');
    expect(lines.map(({ date, quantity, gross }) => [date, quantity, gross])).toEqual([
      ['2024-01-08', '10', '1415'],
      ['2024-02-12', '2.5', '413'],
      ['2024-06-03', '4', '680'],
    ]);
  });

  it('converts brokerage of another currency by the rate of the row', () => {
    const { lines } = read([
      'NASDAQ,MSFT,Microsoft,Buy,12/06/2024,1 000,"12,50",USD,"0,00","9,60",EUR,"1,100000","0,00",All Trades,',
    ]);
    expect(lines.at(-1)).toMatchObject({ quantity: '1000', gross: '12500', fees: '10.56', currency: 'USD' });
  });

  it('asks for the rate of brokerage that the row leaves blank', () => {
    const bought =
      'NASDAQ,MSFT,Microsoft,Buy,12/06/2024,1 000,"12,50",USD,"0,00","9,60",EUR,,"0,00",All Trades,';
    const book = read([bought, bought]);
    const key = 'rate:EUR:USD:2024-06-12';
    const { plan } = planBook(book);
    expect(plan.questions.filter(({ kind }) => kind === 'rate')).toEqual([
      {
        key,
        kind: 'rate',
        text: 'How many USD was 1 EUR worth on Jun 12, 2024? Brokerage of that day is in EUR, and its exchange rate is blank.',
        choices: [],
        default: null,
        answer: null,
      },
    ]);
    const sentence = 'The rate of the brokerage is not known yet';
    expect(plan.lines.slice(-2)).toMatchObject([
      { verdict: 'problem', message: sentence },
      { verdict: 'problem', message: sentence },
    ]);
    const { plan: answered } = planBook(book, { answers: { [key]: '1.1' } });
    expect(answered.transactions.slice(-2)).toMatchObject([{ fees: '10.56' }, { fees: '10.56' }]);
    const wrong = (value: string) => {
      const answers = { [key]: value };
      return checkAnswers(answers, [key], book, planBook(book, { answers }).plan)?.message;
    };
    expect(wrong('1.0852')).toBeUndefined();
    for (const value of ['', '0', '-1', '1,1', '1e3', 'NaN', '1234567890']) {
      expect(wrong(value)).toBe('A rate must be a number above 0, for example 1.0852');
    }
  });

  it('shows one row of each type to confirm, and leaves out what is no trade', () => {
    const merger =
      'XETR,SAP,SAP SE,Merger,12/06/2024,"3","0,00",EUR,"0,00","0,00",EUR,"1,000000","0,00",All Trades,';
    const book = read([merger]);
    const { plan } = planBook(book);
    expect(plan.questions.map(({ key, default: preset }) => [key, preset])).toEqual([
      ['type:Buy', 'buy'],
      ['type:Sell', 'sell'],
      ['type:Merger', 'skip'],
    ]);
    expect(plan.questions[0]?.text).toBe(
      'What are the rows of type "Buy"? For example: 08/01/2024 SAP SE 10 at 141,5 EUR',
    );
    expect(plan.lines.at(-1)).toMatchObject({ verdict: 'skipped', message: 'You left this type out' });
    const answered = planBook(book, { answers: { 'type:Merger': 'transfer_in' } });
    expect(answered.plan.transactions.at(-1)).toMatchObject({ type: 'TRANSFER_IN', quantity: '3' });
  });

  it('names a market without a symbol, and a date that is none', () => {
    const { securities, lines } = read([
      'EURONEXT,ASML,ASML Holding,Buy,31/02/2024,1,"600,00",EUR,"0,00","0,00",EUR,"1,000000","0,00",All Trades,',
    ]);
    expect(securities.map(({ ticker, isYahooTicker }) => [ticker, isYahooTicker])).toEqual([
      ['SAP.DE', true],
      ['ASML', false],
    ]);
    expect(lines.at(-1)?.problem).toBe('"31/02/2024" is not a date');
  });
});
