import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { importer } from './support/importer.ts';

const harness = useHarness({ MAX_OWN_INSTRUMENTS_PER_USER: 6 });

const call = (
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => harness().rest(method, path, { token, ...(body && { body }) });

async function create(token: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await call(token, 'POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body;
}

const accountOf = (sections: object) =>
  JSON.stringify({ format: 'stockbook-account', version: 1, watch_list: [], ...sections });

/** An instrument of each pricing, a traded one among them, and one that is on no watch list. */
async function fillAccount(token: string): Promise<void> {
  await create(token, '/instruments', {
    symbol: '@BOND',
    name: 'Bond',
    currency: 'EUR',
    type: 'Bond',
    quoted_in: 'percent',
    remind: 'quarterly',
    isin: 'DE0001102333',
    notes: 'Until maturity',
    bars: [
      { date: '2025-01-02', close: 97.5 },
      { date: '2025-01-03', open: 97.5, high: 98.25, low: 97.1, close: 98, volume: 1_200 },
    ],
  });
  const actions = await call(token, 'PUT', '/instruments/@BOND/actions', {
    dividends: [{ ex_date: '2025-01-31', amount: 2.5, repeat: { months: 6, until: '2027-01-31' } }],
  });
  expect(actions.status).toBe(200);
  await create(token, '/instruments', {
    symbol: '@FLAT',
    name: 'Flat',
    currency: 'EUR',
    type: 'Real estate',
  });
  await call(token, 'PUT', '/instruments/@FLAT/bars', { bars: [{ date: '2020-05-03', close: 200_000 }] });
  await call(token, 'PUT', '/instruments/@FLAT/actions', {
    splits: [{ ex_date: '2021-01-04', numerator: 2, denominator: 1, is_in_prices: false }],
  });
  await create(token, '/instruments', {
    symbol: '@TERM',
    name: 'Deposit',
    currency: 'EUR',
    pricing: 'interest',
    terms: { start_date: '2025-01-02', percent_a_year: 3, compounding: 'yearly', until: '2025-06-30' },
    track: false,
  });
  await create(token, '/instruments', {
    symbol: '@TWICE',
    name: 'Twice',
    currency: 'USD',
    pricing: 'linked',
    terms: { symbol: 'AAPL', factor: 2 },
  });
  await create(token, '/signals/rules', { when: 'close > 1', symbol: '@FLAT' });
  await create(token, '/journal', { symbol: '@FLAT', text: 'Appraised', day: '2025-05-03' });
  await create(token, '/lists', { name: 'Mine', symbols: ['@FLAT', '@BOND'] });
  await call(token, 'PATCH', '/stocks/@FLAT', { is_favorite: true });
  await harness().calculate(token, { stock_symbol: '@TWICE', ta_indicator: 'SMA' });
  const { id } = await create(token, '/portfolios', { name: 'Main', currency: 'EUR', benchmark: '@TERM' });
  await create(token, `/portfolios/${id}/transactions`, {
    transactions: [{ type: 'BUY', date: '2025-01-02', symbol: '@BOND', quantity: 5_000, price: 97.5 }],
  });
}

const sectionsOf = (text: string) =>
  text
    .slice(text.indexOf('"instruments":'), text.indexOf('"tokens":'))
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"')
    .replaceAll(/"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"/g, '"id"');

describe('an account with own instruments', () => {
  let owner: Awaited<ReturnType<typeof importer>>;
  let exported = '';
  beforeAll(async () => {
    owner = await importer(harness());
    await harness().addStock(owner.token, 'AAPL');
    await fillAccount(owner.token);
    exported = (await call(owner.token, 'GET', '/account/export')).text;
  });

  it('exports the facts, prices and actions of its instruments', () => {
    expect(JSON.parse(exported).instruments).toMatchObject([
      {
        symbol: '@BOND',
        quoted_in: 'percent',
        remind: 'quarterly',
        dividends: [
          { ex_date: '2025-01-31', amount: 2.5 },
          { ex_date: '2025-07-31' },
          { ex_date: '2026-01-31' },
          { ex_date: '2026-07-31' },
          { ex_date: '2027-01-31' },
        ],
        repeats: [{ ex_date: '2025-01-31', amount: 2.5, months: 6, until: '2027-01-31' }],
        bars: [
          { date: '2025-01-02', close: 97.5 },
          { date: '2025-01-03', open: 97.5, high: 98.25, low: 97.1, close: 98, volume: 1_200 },
        ],
      },
      {
        symbol: '@FLAT',
        splits: [{ numerator: 2 }],
        applied_splits: [{ ex_date: '2021-01-04', ratio: 2 }],
        bars: [{ date: '2020-05-03', close: 100_000 }],
      },
      { symbol: '@TERM', pricing: 'interest', terms: { percent_a_year: 3 } },
      { symbol: '@TWICE', pricing: 'linked', terms: { symbol: 'AAPL', factor: 2, add: 0 } },
    ]);
  });

  it('restores them in an empty account, whose export then has equal bytes', async () => {
    const other = await importer(harness());
    expect(await other.preview(exported)).toMatchObject({ instruments: 4, new_stocks: 4 });
    const lines = await other.commit(exported);
    expect(lines.map(({ kind, text, symbol, verdict }) => [kind, text, symbol, verdict])).toEqual([
      ['instrument', 'Instrument @BOND', '@BOND', 'added'],
      ['instrument', 'Instrument @FLAT', '@FLAT', 'added'],
      ['instrument', 'Instrument @TERM', '@TERM', 'added'],
      ['instrument', 'Instrument @TWICE', '@TWICE', 'added'],
      ['stock', 'AAPL', 'AAPL', 'added'],
      ['stock', '@BOND', '@BOND', 'added'],
      ['stock', '@FLAT', '@FLAT', 'added'],
      ['stock', '@TWICE', '@TWICE', 'added'],
      ['indicator', expect.stringContaining('@TWICE'), '@TWICE', 'added'],
      ['list', 'List Mine', null, 'added'],
      ['signal_rule', 'Rule close > 1', '@FLAT', 'added'],
      ['portfolio', 'Portfolio Main', null, 'added'],
      ['transactions', 'Transactions 1 to 1 of Main', null, 'added'],
      ['journal', expect.any(String), null, 'added'],
    ]);
    const restored = (await call(other.token, 'GET', '/account/export')).text;
    expect(sectionsOf(restored)).toBe(sectionsOf(exported));
    // A split that has divided the prices once does not do it again, even if it was taken away meanwhile.
    const split = { ex_date: '2021-01-04', numerator: 2, denominator: 1, is_in_prices: false };
    for (const splits of [[], [split]])
      await call(other.token, 'PUT', '/instruments/@FLAT/actions', { splits });
    expect((await call(other.token, 'GET', '/instruments/@FLAT')).body).toMatchObject({
      last_close: 100_000,
    });
  });

  it('leaves its instruments as they are when its own export is imported', async () => {
    const changed = { bars: [{ date: '2020-05-03', close: 1 }] };
    await call(owner.token, 'PUT', '/instruments/@FLAT/bars', changed);
    const lines = await owner.commit(exported);
    expect(lines.slice(0, 4).map(({ verdict, message }) => [verdict, message])).toEqual([
      ['already_there', 'You already have @BOND'],
      ['already_there', 'You already have @FLAT'],
      ['already_there', 'You already have @TERM'],
      ['already_there', 'You already have @TWICE'],
    ]);
    expect((await call(owner.token, 'GET', '/instruments/@FLAT')).body).toMatchObject({ last_close: 1 });
  });
});

it('reports instruments that are not valid or exceed a quota, and restores the others', async () => {
  const { token, commit } = await importer(harness());
  const instrument = (symbol: string, others: object = {}) => ({
    symbol,
    name: 'A',
    currency: 'EUR',
    ...others,
  });
  const text = accountOf({
    instruments: [
      instrument('@A'),
      instrument('@@B'),
      7,
      instrument('@C', { bars: [{ date: '2025-01-02', close: -1 }] }),
      instrument('@D', { bars: ['\0'] }),
      instrument('@E', { pricing: 'interest' }),
      instrument('@F', {
        pricing: 'linked',
        terms: { symbol: 'NOBODYKNOWS', factor: 1 },
        bars: [{ date: '2025-01-02', open: 1, high: 3, low: 1, close: 2, volume: 0 }],
      }),
      instrument('@G', { bars: 7 }),
      ...[...'HI'].map((letter) => instrument(`@${letter}`)),
    ],
  });
  const lines = await commit(text);
  expect(lines.map(({ text: name, verdict, message }) => [name, verdict, message])).toEqual([
    ['Instrument @A', 'added', null],
    ['Instrument @@B', 'not_recognised', 'An own symbol is @ and up to 19 letters, digits, dots or hyphens'],
    ['Instrument 3', 'not_recognised', 'The input must be an object'],
    ['Instrument @C', 'not_added', 'bars[0].close must be above 0'],
    ['Instrument @D', 'not_added', 'bars[0] must be an object'],
    ['Instrument @E', 'not_recognised', 'terms are required for the pricing interest'],
    ['Instrument @F', 'added', 'NOBODYKNOWS is not known: its prices stay, and you enter the next ones'],
    ['Instrument @G', 'not_added', 'bars must be a list'],
    ['Instrument @H', 'added', null],
    ['Instrument @I', 'over_quota', 'You have 6 own instruments, the maximum. Delete one first'],
  ]);
  expect((await call(token, 'GET', '/instruments')).body).toMatchObject({
    instruments: [
      { symbol: '@A' },
      { symbol: '@F', pricing: 'entered', terms: null, bars: 1, last_close: 2 },
      { symbol: '@H' },
    ],
    total: 3,
  });
});

it('restores 20,000 prices from a large file, which count as one entry', async () => {
  const { token, commit } = await importer(harness());
  const bars = Array.from({ length: 20_000 }, (_, index) => ({
    date: new Date(Date.UTC(1970, 0, 1 + index)).toISOString().slice(0, 10),
    close: 1 + index,
  }));
  const instruments = ['@A', '@B'].map((symbol) => ({ symbol, name: 'Long', currency: 'EUR', bars }));
  const lines = await commit(accountOf({ instruments }));
  expect(lines.map(({ verdict }) => verdict)).toEqual(['added', 'added']);
  expect((await call(token, 'GET', '/instruments')).body).toMatchObject({
    instruments: [
      { bars: 20_000, last_close: 20_000 },
      { bars: 20_000, last_close: 20_000 },
    ],
  });
});
