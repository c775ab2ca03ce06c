import { describe, expect, it } from 'vitest';
import { readLimits } from '../../limits.ts';
import { planBook } from '../../testing/move-in.ts';
import { readPortfolioPerformance } from './read-file.ts';

/** A transaction of an account in EUR. */
const line = (uuid: string, type: string, amount: number, more = '') =>
  `<account-transaction><uuid>${uuid}</uuid><date>2024-05-20T00:00</date><currencyCode>EUR</currencyCode><amount>${amount}</amount>${more}<shares>0</shares><type>${type}</type></account-transaction>`;

const fund = '<security reference="../../../../../securities/security"/>';

function read(...transactions: readonly string[]) {
  const file = `<client><version>70</version><baseCurrency>EUR</baseCurrency><securities><security><uuid>s1</uuid><name>Fund</name><currencyCode>EUR</currencyCode></security></securities><accounts><account><uuid>a1</uuid><name>Giro</name><currencyCode>EUR</currencyCode><transactions>${transactions.join('')}</transactions></account></accounts><portfolios/></client>`;
  const options = { password: null, today: '2026-11-27', limits: readLimits };
  return readPortfolioPerformance({ bytes: Buffer.from(file) }, options);
}

describe('LineMaker', () => {
  it('takes a negative amount for the opposite type', async () => {
    const book = await read(
      line('t1', 'DEPOSIT', -500),
      line('t2', 'REMOVAL', -700),
      line('t3', 'DIVIDENDS', -300, fund),
      line('t4', 'INTEREST', -100),
    );
    expect(book.lines).toMatchObject([
      { kind: 'withdrawal', gross: '5' },
      { kind: 'deposit', gross: '7' },
      { kind: 'fee', gross: '3', security: 's1', note: 'Dividend taken back' },
      { kind: 'interest', gross: '-1' },
    ]);
    expect(planBook(book).comparison.message).toBe('Everything adds up: 0 holdings, 1 account.');
  });

  it('books half a transaction by what is there', async () => {
    const book = await read(
      line('t1', 'TRANSFER_IN', 900),
      line('t2', 'BUY', 400, fund),
      line('t3', 'TRANSFER_OUT', 100),
    );
    expect(book.lines).toMatchObject([
      { kind: 'deposit', gross: '9', note: 'A transfer without its other account' },
      { kind: 'withdrawal', gross: '4', security: null, note: 'A purchase without its shares' },
      { kind: 'withdrawal', gross: '1', note: 'A transfer without its other account' },
    ]);
    expect(planBook(book).comparison.equal).toBe(true);
  });

  it('takes interest charged and refunds with their signs', async () => {
    const book = await read(
      line('t1', 'INTEREST_CHARGE', 250),
      line('t2', 'FEES_REFUND', 50),
      line('t3', 'TAX_REFUND', 70, fund),
      line('t4', 'TAXES', 30),
      line('t5', 'DIVIDENDS', 600),
    );
    expect(book.lines.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['interest', '-2.5'],
      ['fee', '-0.5'],
      ['tax', '-0.7'],
      ['tax', '0.3'],
      ['interest', '6'],
    ]);
    expect(planBook(book).comparison.equal).toBe(true);
  });

  it('names a transaction that stands in the file twice, and takes it once', async () => {
    const book = await read(line('t1', 'DEPOSIT', 500), line('t1', 'DEPOSIT', 500));
    expect(book.lines).toHaveLength(1);
    expect(book.leftOut).toMatchObject([{ what: 'Repeated transactions', count: 1 }]);
    expect(planBook(book).comparison.equal).toBe(true);
  });

  it('names lines that cannot be booked', async () => {
    const dollars = line('t1', 'DEPOSIT', 500).replace('>EUR<', '>USD<');
    const old = line('t2', 'DEPOSIT', 500).replace('2024-05-20', '1969-12-31');
    const { plan, comparison } = planBook(await read(dollars, old, line('t3', 'DEPOSIT', 0)));
    expect(plan.lines.map(({ verdict, message }) => [verdict, message])).toEqual([
      ['problem', 'A transaction must lie after 1969'],
      ['problem', 'USD in an account in EUR'],
      ['skipped', 'The amount is 0'],
    ]);
    expect(comparison.differences.map(({ message }) => message)).toEqual([
      'Giro: 10.00 EUR in Portfolio Performance, 0.00 EUR here (1 line skipped, 2 problems).',
    ]);
  });
});
