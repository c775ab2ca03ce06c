import { dayNumber } from '@stockbook/common/days';
import { describe, expect, it } from 'vitest';
import { readLimits } from '../../limits.ts';
import { planBook } from '../../testing/move-in.ts';
import { readGhostfolio } from './read-file.ts';

const limits = readLimits;
const read = (file: unknown) =>
  readGhostfolio(Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)), {
    today: '2026-11-27',
    limits,
  });
const refusal = (file: unknown) => {
  try {
    read(file);
    return 'read';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

const bought = {
  id: 'o1',
  accountId: 'k1',
  type: 'BUY',
  date: '2024-05-20T00:00:00.000Z',
  quantity: 3,
  unitPrice: 947.8,
  fee: 1.5,
  currency: 'USD',
  dataSource: 'YAHOO',
  symbol: 'NVDA',
};
const meta = { date: '2026-11-20T10:00:00.000Z', version: '3.40.0' };
const user = { settings: { currency: 'EUR' } };
const account = { id: 'k1', name: 'IBKR', currency: 'EUR', comment: 'Margin', platformId: 'f1' };
const newest = {
  meta,
  user,
  platforms: [{ id: 'f1', name: 'Interactive Brokers' }],
  tags: [{ id: 'g1', name: 'Growth' }],
  accounts: [
    {
      ...account,
      balances: [
        { date: '2024-05-01T00:00:00.000Z', value: 5000 },
        { date: '2024-06-01T00:00:00.000Z', value: 2400.55 },
      ],
    },
  ],
  assetProfiles: [
    {
      dataSource: 'MANUAL',
      symbol: '7f1c',
      name: 'Flat in Leipzig',
      currency: 'EUR',
      assetSubClass: 'BOND',
      marketData: [{ date: '2024-05-02T00:00:00.000Z', marketPrice: 100.25 }],
    },
  ],
  activities: [
    { ...bought, tags: ['g1'] },
    {
      ...bought,
      id: 'o2',
      type: 'DIVIDEND',
      date: '2024-05-28T00:00:00.000Z',
      quantity: 3,
      unitPrice: 0.04,
      fee: 0,
    },
    {
      ...bought,
      id: 'o3',
      currency: 'EUR',
      dataSource: 'MANUAL',
      symbol: '7f1c',
      quantity: 1,
      unitPrice: 100,
    },
    {
      ...bought,
      id: 'o4',
      type: 'FEE',
      currency: 'EUR',
      dataSource: 'MANUAL',
      symbol: 'Custody',
      fee: 4.99,
      quantity: 0,
    },
    { ...bought, id: 'o5', type: 'LIABILITY', symbol: 'Loan', dataSource: 'MANUAL' },
    { ...bought, id: 'o6', symbol: 'BTCUSD', quantity: 1e-8, unitPrice: 60000 },
  ],
};

const rates = [
  {
    from: 'USD',
    to: 'EUR',
    days: Int32Array.from([dayNumber('2024-05-17')]),
    rates: Float64Array.from([0.92]),
  },
];

describe('readGhostfolio', () => {
  it('reads a file of today', () => {
    const book = read(newest);
    expect(book.accounts).toMatchObject([
      {
        key: 'k1',
        kind: 'both',
        note: 'Interactive Brokers. Margin',
        knownBalances: [
          { date: '2024-05-01', amount: '5000' },
          { date: '2024-06-01', amount: '2400.55' },
        ],
      },
    ]);
    expect(book.lines).toMatchObject([
      { id: 'gf:o1', kind: 'buy', date: '2024-05-20', security: 'YAHOO NVDA', gross: '2843.4', fees: '1.5' },
      { kind: 'dividend', gross: '0.12', fees: '0' },
      { kind: 'buy', security: 'MANUAL 7f1c' },
      { kind: 'fee', gross: '4.99', security: null },
      { skipped: 'A liability is no transaction' },
      { kind: 'buy', quantity: '0.00000001', security: 'YAHOO BTCUSD' },
    ]);
    expect(
      book.securities.map(({ ticker, name, isYahooTicker, type }) => [ticker, name, isYahooTicker, type]),
    ).toEqual([
      ['NVDA', 'NVDA', true, null],
      [null, 'Flat in Leipzig', false, 'Bond'],
      ['BTC-USD', 'BTCUSD', true, null],
    ]);
    expect(book.groups).toEqual([
      {
        name: 'Tags',
        tags: [{ name: 'Growth', targetPercent: null, shares: [{ security: 'YAHOO NVDA', percent: '100' }] }],
      },
    ]);
    expect(book.lastDay).toBe('2024-06-01');
  });

  it('books the differences between balances and transactions', () => {
    const { plan, comparison } = planBook(read(newest), { facts: { rates } });
    expect(plan.transactions.filter(({ line }) => line === null)).toMatchObject([
      { type: 'DEPOSIT', date: '2024-05-01', amount: '5000', currency: 'EUR', note: 'Balance in Ghostfolio' },
      { type: 'DEPOSIT', date: '2024-06-01', currency: 'EUR' },
    ]);
    expect(plan.transactions[0]).toMatchObject({ type: 'BUY', currency: 'USD', fxRate: '0.92' });
    expect(plan.portfolios).toMatchObject([{ name: 'IBKR', currency: 'EUR', cashTracking: true }]);
    expect(comparison.message).toBe('Everything adds up: 3 holdings, 1 account.');
  });

  it('keeps cash grey whose balances begin after the trades', () => {
    const file = {
      ...newest,
      accounts: [{ ...account, balance: 12.5 }],
      activities: [{ ...bought, currency: 'EUR', date: '2019-05-20T00:00:00.000Z' }],
    };
    const { plan, comparison } = planBook(read(file));
    expect(plan.portfolios[0]?.cashTracking).toBe(false);
    expect(plan.warnings).toContain(
      'Cash of IBKR is kept, but not counted: its balances begin in 2026, its trades in 2019.',
    );
    expect(comparison.equal).toBe(true);
  });

  it('reads a file of 2022, which has activities alone and local midnights', () => {
    const times = ['2022-03-01T23:00:00.000Z', '2022-06-30T22:00:00.000Z', '2022-07-01T22:00:00.000Z'];
    const book = read({
      meta: { date: '2022-08-01T00:00:00.000Z', version: '1.180.0' },
      activities: times.map((date, index) => ({ ...bought, accountId: null, id: `o${index}`, date })),
    });
    expect(book.lines.map(({ date, account: key }) => [date, key])).toEqual([
      ['2022-03-02', 'Ghostfolio'],
      ['2022-07-01', 'Ghostfolio'],
      ['2022-07-02', 'Ghostfolio'],
    ]);
    expect(planBook(book).comparison.message).toBe('Everything adds up: 1 holding, 0 accounts.');
  });

  it('reads an old item as a purchase of an own instrument', () => {
    const { lines, securities } = read({
      meta,
      user,
      activities: [{ ...bought, type: 'ITEM', symbol: 'Penthouse', quantity: 1, unitPrice: 500000 }],
    });
    expect(lines[0]).toMatchObject({ kind: 'buy', gross: '500000', security: 'MANUAL Penthouse' });
    expect(securities[0]).toMatchObject({ name: 'Penthouse', feed: 'MANUAL', isYahooTicker: false });
  });

  it('asks about transactions after the day of the export', () => {
    const file = {
      ...newest,
      activities: [bought, { ...bought, id: 'o9', date: '2026-11-25T00:00:00.000Z' }],
    };
    const { plan } = planBook(read(file));
    expect(plan.questions).toMatchObject([
      { key: 'drafts', text: '1 transaction lies after the day of the export. Take them?', default: 'take' },
    ]);
    const answered = planBook(read(file), { answers: { drafts: 'skip' } });
    expect(answered.plan.lines[1]?.verdict).toBe('skipped');
  });

  it('keeps all digits of a number', () => {
    const text = JSON.stringify({ meta, user, activities: [bought] }).replace(
      '947.8',
      '947.80000000000000001',
    );
    expect(read(text).lines[0]?.gross).toBe('2843.40000000000000003');
  });

  it('names what it cannot read, and skips what is nothing', () => {
    const { lines } = read({
      meta,
      user,
      activities: [
        { ...bought, type: 'SWAP' },
        { ...bought, date: 'May 3' },
        { ...bought, quantity: 'three' },
        { ...bought, quantity: 0 },
        { ...bought, date: '2027-01-01T00:00:00.000Z' },
      ],
    });
    expect(lines.map(({ problem, skipped }) => problem ?? skipped)).toEqual([
      'This type is not known: "SWAP"',
      '"May 3" is not a date',
      '"three" is not a number',
      'The amount is 0',
      'It is a draft of Jan 1, 2027',
    ]);
  });

  it('rejects what is no export', () => {
    const whole = JSON.stringify(newest);
    expect(refusal(whole.slice(0, 300))).toBe('The file ends too early. Export it again');
    expect(refusal('{\n"meta": {},\n"activities": [}]}')).toBe('The file is damaged near line 3');
    const unknown = "This is no file of a program we know. For a broker's file use Import";
    expect(refusal([1, 2])).toBe(unknown);
    expect(refusal({ meta, activities: {} })).toBe(unknown);
    expect(refusal({ meta, activities: [] })).toBe('The file has no transactions and no securities');
    const forbidden = 'The file contains something that an export never does';
    expect(refusal(`{"meta":{},"activities":${'['.repeat(1_000_000)}`)).toMatch(/ends too early|never does/);
    expect(refusal(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)).toBe(forbidden);
    expect(read(`{"__proto__":{"activities":[]},${whole.slice(1)}`).lines).toHaveLength(6);
  });
});
