import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { byHand, usePortfolios } from '../support/with-portfolios.ts';

const portfolios = usePortfolios();
let id = '';

const send = (path: string, token = portfolios().token) =>
  portfolios().harness.rest('GET', `/portfolios/${path}`, { token });

const exportOf = async (portfolioId: string, query = '') => {
  const response = await send(`${portfolioId}/transactions/export.csv${query}`);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response;
};

beforeAll(async () => {
  await portfolios().putPrices(byHand.prices);
  id = await portfolios().create({ name: 'By hand', currency: 'EUR' }, byHand.transactions);
});

describe('GET /portfolios/{id}/transactions/export.csv', () => {
  it('writes Stockbook’s own format, oldest first, over REST and tRPC', async () => {
    const { text, headers } = await exportOf(id);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="transactions.csv"',
      'cache-control': 'no-store',
      etag: expect.any(String),
    });
    expect(text.split('\r\n')).toEqual([
      'date,type,symbol,isin,name,quantity,price,currency,fees,taxes,amount,fx_rate,fx_currency,ex_date,to_amount,to_currency,external_id,note',
      '2024-01-02,BUY,AAA,,AAA,10,100,EUR,0,0,,,,,,,,',
      '2024-01-04,BUY,AAA,,AAA,10,101.5,EUR,3,0,,,,,,,,',
      '2024-01-08,SELL,AAA,,AAA,15,107.9,EUR,4,12.5,,,,,,,,',
      '',
    ]);
    const { harness, token } = portfolios();
    const call = harness.trpc(token).portfolios.transactions.exportAsCsv;
    expect(await call.query({ portfolioId: id })).toEqual({ csv: text });
  });

  it('writes the transactions of a period, and keeps notes from being run as formulas', async () => {
    const noted = await portfolios().create({ currency: 'EUR' }, [
      { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: '0.1234567891', price: 100, note: '=1+1' },
      { type: 'BUY', date: '2024-01-03', symbol: 'AAA', quantity: 1, price: 102, external_id: 'a,"b' },
      { type: 'FEE', date: '2024-01-04', amount: -2.5, currency: 'USD', fx_rate: 0.9, note: 'two\nlines' },
    ]);
    const { text } = await exportOf(noted, '?since=2024-01-03&until=2024-01-03');
    expect(text.split('\r\n').slice(1)).toEqual(['2024-01-03,BUY,AAA,,AAA,1,102,EUR,0,0,,,,,,,"a,""b",', '']);
    const all = (await exportOf(noted)).text;
    expect(all).toContain(",0.1234567891,100,EUR,0,0,,,,,,,,'=1+1\r\n");
    expect(all).toContain('2024-01-04,FEE,,,,,,USD,0,0,-2.5,0.9,EUR,,,,,"two\nlines"\r\n');
  });

  it('writes the two parts of Portfolio Performance', async () => {
    const book = await portfolios().create({ currency: 'EUR', cash_tracking: true }, [
      { type: 'DEPOSIT', date: '2024-01-02', amount: 2_000 },
      { type: 'BUY', date: '2024-01-02', symbol: 'AAA', quantity: 10, price: 100, fees: 1, taxes: 0.5 },
      { type: 'TRANSFER_IN', date: '2024-01-03', symbol: 'AAA', quantity: 2 },
      { type: 'DIVIDEND', date: '2024-01-04', symbol: 'AAA', amount: 12, taxes: 3, note: 'first' },
      {
        type: 'SELL',
        date: '2024-01-05',
        symbol: 'AAA',
        quantity: 4,
        price: 11_500,
        currency: 'GBp',
        fees: 100,
        fx_rate: 0.0115,
      },
      { type: 'EXCHANGE', date: '2024-01-08', amount: 100, to_amount: 108, to_currency: 'USD', fees: 1 },
      { type: 'INTEREST', date: '2024-01-09', amount: -0.75 },
      { type: 'TAX', date: '2024-01-09', amount: -5 },
      { type: 'WITHDRAWAL', date: '2024-01-10', amount: 50 },
    ]);
    const header =
      'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note';
    const securities = await exportOf(book, '?format=portfolio-performance');
    expect(securities.headers['content-disposition']).toBe(
      'attachment; filename="transactions-securities.csv"',
    );
    expect(securities.text.split('\r\n')).toEqual([
      header,
      '2024-01-02T00:00,Buy,1001.5,EUR,,,,1,0.5,10,,,AAA,AAA,',
      '2024-01-03T00:00,Delivery (Inbound),204,EUR,,,,0,0,2,,,AAA,AAA,',
      '2024-01-05T00:00,Sell,527.85,EUR,460,GBP,1.15,1.15,0,4,,,AAA,AAA,',
      '',
    ]);
    const account = await exportOf(book, '?format=portfolio-performance&part=account');
    expect(account.text.split('\r\n')).toEqual([
      header,
      '2024-01-02T00:00,Deposit,2000,EUR,,,,0,0,,,,,,',
      '2024-01-04T00:00,Dividend,9,EUR,,,,0,3,,,,AAA,AAA,first',
      '2024-01-08T00:00,Transfer (Outbound),-100,EUR,,,,0,0,,,,,,',
      '2024-01-08T00:00,Transfer (Inbound),108,USD,,,,0,0,,,,,,',
      '2024-01-08T00:00,Fees,-1,EUR,,,,0,0,,,,,,',
      '2024-01-09T00:00,Interest Charge,-0.75,EUR,,,,0,0,,,,,,',
      '2024-01-09T00:00,Tax Refund,5,EUR,,,,0,0,,,,,,',
      '2024-01-10T00:00,Withdrawal,-50,EUR,,,,0,0,,,,,,',
      '',
    ]);
  });

  it('writes a journal for ledger and hledger as text', async () => {
    const { text, headers } = await exportOf(id, '?format=ledger');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="transactions.ledger"',
    });
    expect(text).toBe(`; By hand, up to 2024-01-10, in today's shares
P 2024-01-02 "AAA" 100 EUR

2024-01-02 * Buy AAA
    Assets:Stockbook:By hand:AAA  10 "AAA" (@@) 1000.00 EUR
    Equity:Stockbook:By hand  -1000.00 EUR
P 2024-01-04 "AAA" 101 EUR

2024-01-04 * Buy AAA
    Assets:Stockbook:By hand:AAA  10 "AAA" (@@) 1018.00 EUR
    Equity:Stockbook:By hand  -1018.00 EUR
P 2024-01-08 "AAA" 108 EUR

2024-01-08 * Sell AAA
    Assets:Stockbook:By hand:AAA  -15 "AAA" (@@) 1509.00 EUR
    Equity:Stockbook:By hand  1602.00 EUR
    Expenses:Stockbook:By hand:Taxes  12.50 EUR
    Income:Stockbook:By hand:Gains  -105.50 EUR
P 2024-01-10 "AAA" 110 EUR
`);
  });

  it('writes a journal for beancount with lots, up to a day', async () => {
    const { text } = await exportOf(id, '?format=beancount&until=2024-01-08');
    expect(text).toBe(`; By hand, up to 2024-01-08, in today's shares
option "title" "By hand"
option "operating_currency" "EUR"
option "inferred_tolerance_default" "*:0.00000000005"

2024-01-02 open Assets:Stockbook:By-hand:Cash
2024-01-02 open Equity:Stockbook:By-hand
2024-01-02 open Income:Stockbook:By-hand:Dividends
2024-01-02 open Income:Stockbook:By-hand:Interest
2024-01-02 open Income:Stockbook:By-hand:Gains
2024-01-02 open Expenses:Stockbook:By-hand:Fees
2024-01-02 open Expenses:Stockbook:By-hand:Taxes
2024-01-02 commodity AAA
  symbol: "AAA"
  name: "AAA"
2024-01-02 open Assets:Stockbook:By-hand:AAA AAA "FIFO"
2024-01-02 price AAA 100 EUR

2024-01-02 * "Buy AAA"
  Assets:Stockbook:By-hand:AAA  10 AAA {{1000.00 EUR, 2024-01-02, "1"}}
  Equity:Stockbook:By-hand  -1000.00 EUR
2024-01-04 price AAA 101 EUR

2024-01-04 * "Buy AAA"
  Assets:Stockbook:By-hand:AAA  10 AAA {{1018.00 EUR, 2024-01-04, "2"}}
  Equity:Stockbook:By-hand  -1018.00 EUR
2024-01-08 price AAA 108 EUR

2024-01-08 * "Sell AAA"
  Assets:Stockbook:By-hand:AAA  -10 AAA {2024-01-02, "1"}
  Assets:Stockbook:By-hand:AAA  -5 AAA {2024-01-04, "2"}
  Equity:Stockbook:By-hand  1602.00 EUR
  Expenses:Stockbook:By-hand:Taxes  12.50 EUR
  Income:Stockbook:By-hand:Gains
`);
  });

  it('names what a journal leaves out', async () => {
    await portfolios().putPrices({ symbol: 'NOCUR', currency: null, closes: byHand.prices.closes });
    const book = await portfolios().create({ currency: 'EUR' }, [
      { type: 'BUY', date: '2024-01-02', symbol: 'NOCUR', quantity: 1, price: 100, currency: 'EUR' },
    ]);
    const { text } = await exportOf(book, '?format=ledger');
    expect(text).toContain('; Without NOCUR: The currency of NOCUR is not known\n');
  });

  it.each([
    ['format=xlsx', 'format must be one of stockbook, portfolio-performance, ledger, beancount'],
    ['part=account', 'part is for the format portfolio-performance'],
    ['format=portfolio-performance&part=all', 'part must be one of securities, account'],
    ['format=ledger&since=2024-01-03', 'A journal begins with the first transaction: leave out since'],
    ['since=2024-01-04&until=2024-01-03', 'since must not be after until'],
    ['until=2999-01-01', 'until must not be after today'],
  ])('rejects %s by name', async (query, error) => {
    const { status, body } = await send(`${id}/transactions/export.csv?${query}`);
    expect([status, body.error]).toEqual([400, error]);
  });

  it.each(['', '?format=beancount'])('answers another user like an unknown id: %s', async (query) => {
    const { token } = await portfolios().harness.signUp();
    const answers = await Promise.all(
      [id, randomUUID(), 'malformed'].map((each) => send(`${each}/transactions/export.csv${query}`, token)),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(3).fill([404, '{"error":"Portfolio not found","code":"NOT_FOUND"}']),
    );
  });
});
