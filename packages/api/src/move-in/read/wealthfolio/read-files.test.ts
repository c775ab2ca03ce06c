import { describe, expect, it } from 'vitest';
import { readLimits } from '../../limits.ts';
import { planBook } from '../../testing/move-in.ts';
import { toldBook, writeWealthfolioBackup, writeWealthfolioJson } from '../../testing/told-books.ts';
import { readWealthfolio } from './read-files.ts';

const options = { today: '2026-11-27', limits: readLimits };

const readBytes = (bytes: Uint8Array) => readWealthfolio([{ name: 'app.db', bytes }], options);
const read = async (sql: string) => readBytes(await writeWealthfolioBackup(toldBook, sql));

/** An activity of the first account on Jun 20, 2024, or another day. */
const activity = (values: Readonly<Record<string, string>>) => {
  const row = {
    account_id: 'a1',
    status: 'POSTED',
    currency: 'EUR',
    activity_date: '2024-06-20T00:00:00Z',
    ...values,
  };
  const names = Object.keys(row).join(', ');
  return `insert into activities (${names}) values ('${Object.values(row).join("', '")}');`;
};
const account = (id: string, mode = 'TRANSACTIONS') =>
  `insert into accounts values ('${id}', '${id.toUpperCase()}', 'CASH', 'EUR', '${mode}');`;

describe('readWealthfolio', () => {
  it('keeps the quotes and the own taxonomies of manual assets', async () => {
    const book = await read(`
      insert into assets (id, name, quote_mode, quote_ccy, display_code) values ('m', 'My flat', 'MANUAL', 'EUR', 'FLAT');
      insert into quotes values ('q1', 'm', '2024-01-02', '100', 'EUR', '1'), ('q2', 'm', '2024-07-02', '110', 'EUR', '1');
      insert into taxonomies values ('t', 'Mine', 0, 1), ('s', 'System', 1, 2);
      insert into taxonomy_categories values ('c', 't', null, 'Things', 1), ('d', 't', 'c', 'Flats', 2), ('e', 's', null, 'Other', 1);
      insert into asset_taxonomy_assignments values ('1', 'm', 't', 'd', 10000), ('2', 's1', 't', 'c', 5000), ('3', 'm', 's', 'e', 10000);
      ${activity({ id: 'x', activity_type: 'BUY', asset_id: 'm', quantity: '2', unit_price: '105' })}`);
    const { plan, comparison } = planBook(book);
    expect(book.lastDay).toBe('2024-07-02');
    expect(plan.securities.map(({ status, symbol }) => [status, symbol])).toEqual([
      ['own', '@FLAT'],
      ['new', 'SAP.DE'],
    ]);
    expect(book.securities[0]?.prices.closes).toEqual(Float64Array.of(100, 110));
    expect(plan.groups.map(({ name, tags }) => [name, tags.map((tag) => tag.name)])).toEqual([
      ['Mine', ['Things', 'Things / Flats']],
    ]);
    expect(comparison.message).toBe('Everything adds up: 2 holdings, 1 account.');
  });

  it('books what a subtype adds, and fees of deposits', async () => {
    const { plan, comparison } = planBook(
      await read(`
        ${activity({ id: 'drip', activity_type: 'DIVIDEND', subtype: 'DRIP', asset_id: 's1', amount: '15', quantity: '0.1', unit_price: '150' })}
        ${activity({ id: 'kind', activity_type: 'DIVIDEND', subtype: 'DIVIDEND_IN_KIND', asset_id: 's1', quantity: '3' })}
        ${activity({ id: 'd', activity_type: 'DEPOSIT', amount: '100', fee: '2' })}
        ${activity({ id: 'c', activity_type: 'CREDIT', amount: '4' })}
        ${activity({ id: 'b', activity_type: 'CREDIT', subtype: 'BONUS', amount: '-5' })}
        ${activity({ id: 'v', activity_type: 'INTEREST', amount: '1', status: 'VOID' })}
        ${activity({ id: 'u', activity_type: 'ADJUSTMENT', amount: '1' })}`),
    );
    const told = plan.transactions.slice(toldBook.length);
    expect(
      told.map(({ type, amount, quantity, externalId }) => [type, amount ?? quantity, externalId]),
    ).toEqual([
      ['DEPOSIT', '5', 'wf:b'],
      ['FEE', '-4', 'wf:c'],
      ['DEPOSIT', '100', 'wf:d'],
      ['FEE', '2', 'wf:d:fee'],
      ['DIVIDEND', '15', 'wf:drip'],
      ['BUY', '0.1', 'wf:drip:buy'],
      ['TRANSFER_IN', '3', 'wf:kind:in'],
    ]);
    expect(plan.lines.filter(({ verdict }) => verdict === 'skipped').map(({ message }) => message)).toEqual([
      'The amount is 0',
      'This type has no place here: "ADJUSTMENT"',
      'The line is not posted',
    ]);
    expect(comparison.differences).toEqual([]);
  });

  it('pairs transfers by their group, or by day and amount', async () => {
    const { plan, comparison } = planBook(
      await read(`${account('bank')}
        ${activity({ id: 'o1', account_id: 'bank', activity_type: 'TRANSFER_OUT', amount: '50', source_group_id: 'g' })}
        ${activity({ id: 'i1', activity_type: 'TRANSFER_IN', amount: '50', source_group_id: 'g', activity_date: '2024-06-21' })}
        ${activity({ id: 'o2', activity_type: 'TRANSFER_OUT', asset_id: 's1', quantity: '1' })}
        ${activity({ id: 'i2', account_id: 'bank', activity_type: 'TRANSFER_IN', asset_id: 's1', quantity: '1' })}
        ${activity({ id: 'i3', activity_type: 'TRANSFER_IN', amount: '7', metadata: '{"flow":{"is_external":true}}' })}`),
    );
    const told = plan.transactions.slice(toldBook.length);
    expect(
      told.map(({ type, portfolio, externalId, transfer }) => [
        type,
        portfolio,
        externalId,
        transfer !== null,
      ]),
    ).toEqual([
      ['DEPOSIT', 'a1', 'wf:i3', false],
      ['WITHDRAWAL', 'bank', 'wf:o1', true],
      ['DEPOSIT', 'a1', 'wf:i1', true],
      ['TRANSFER_OUT', 'a1', 'wf:o2', true],
      ['TRANSFER_IN', 'bank', 'wf:i2', true],
    ]);
    expect(comparison.equal).toBe(true);
  });

  it('keeps money in the currency of the account if it has a rate', async () => {
    const { plan, comparison } = planBook(
      await read(`
        insert into assets (id, name, quote_mode, quote_ccy, instrument_symbol, instrument_exchange_mic, instrument_type)
          values ('n', 'NVIDIA', 'MARKET', 'USD', 'NVDA', 'XNAS', 'EQUITY');
        ${activity({ id: 'n1', activity_type: 'BUY', asset_id: 'n', quantity: '2', unit_price: '100', fee: '1', currency: 'USD', fx_rate: '0.9' })}
        ${activity({ id: 'n2', activity_type: 'DIVIDEND', asset_id: 'n', amount: '10', currency: 'USD', fx_rate: '0.9' })}`),
    );
    expect(plan.transactions.slice(-2)).toMatchObject([
      { type: 'BUY', currency: 'USD', price: '100', fees: '1', fxRate: '0.9' },
      { type: 'DIVIDEND', currency: 'EUR', amount: '9', note: '10 USD, rate 0.9 EUR' },
    ]);
    expect(comparison.equal).toBe(true);
  });

  it('takes a split line as noted if the prices have it, and asks about another', async () => {
    const book = await read(
      activity({
        id: 'sp',
        activity_type: 'SPLIT',
        asset_id: 's1',
        amount: '2',
        activity_date: '2024-06-05',
      }),
    );
    const stock = {
      symbol: 'SAP.DE',
      isin: null,
      currency: 'EUR',
      days: new Int32Array(),
      closes: new Float64Array(),
    };
    const splits = [{ exDate: '2024-06-06', numerator: 2, denominator: 1 }];
    const known = planBook(book, { facts: { stocks: [{ ...stock, splits }] } });
    expect(known.plan.splits).toMatchObject([{ date: '2024-06-06', reading: 'noted' }]);
    expect(known.plan.lines.at(-2)).toMatchObject({
      verdict: 'skipped',
      message: 'Splits come with the prices',
    });
    expect(known.comparison.equal).toBe(true);

    const facts = { stocks: [{ ...stock, splits: [] }] };
    const open = planBook(book, { facts });
    const text = 'Our prices of SAP.DE know no 2:1 split on Jun 5, 2024';
    expect(open.plan.questions).toMatchObject([
      { key: 'unknown_split:s1:2024-06-05', text, default: 'skip' },
    ]);
    expect(open.plan.lines.at(-2)).toMatchObject({ verdict: 'problem', message: text });
    expect(open.comparison.differences).toMatchObject([{ theirs: '17', ours: '8.5' }]);
    const own = planBook(book, { facts, answers: { 'unknown_split:s1:2024-06-05': 'own' } });
    expect(own.plan.securities).toMatchObject([{ status: 'own' }]);
    expect(own.comparison.equal).toBe(true);
  });

  it('leaves out accounts of snapshots', async () => {
    const book = await read(`${account('old', 'HOLDINGS')}
      ${activity({ id: 's', account_id: 'old', activity_type: 'DEPOSIT', amount: '1' })}`);
    expect(book.leftOut).toMatchObject([
      { what: 'OLD', why: 'The account has snapshots, and no transactions' },
    ]);
    expect(planBook(book).comparison.equal).toBe(true);
  });

  it('reads the accounts in JSON beside the activities', async () => {
    const accounts = [{ id: 'a1', name: 'Broker', currency: 'EUR', accountType: 'SECURITIES' }];
    const files = [JSON.stringify(accounts), writeWealthfolioJson(toldBook)].map((content, index) => ({
      name: `${index}.json`,
      bytes: new Uint8Array(Buffer.from(content)),
    }));
    expect((await readWealthfolio(files, options)).accounts).toMatchObject([{ name: 'Broker' }]);
    await expect(readWealthfolio(files.slice(0, 1), options)).rejects.toThrow(
      'These files do not belong together',
    );
  });

  it('takes activities of money with an asset of money as those without one', async () => {
    const rows = ['DEPOSIT', 'INTEREST', 'TRANSFER_OUT'].map((activityType, index) => ({
      id: `x${index}`,
      accountId: 'a1',
      accountName: 'Broker',
      accountCurrency: 'EUR',
      assetId: '$CASH-EUR',
      assetSymbol: '$CASH-EUR',
      activityType,
      date: `2024-06-0${index + 1}T00:00:00Z`,
      quantity: 0,
      unitPrice: 0,
      amount: 100,
      currency: 'EUR',
    }));
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(rows)));
    const { plan, comparison } = planBook(await readWealthfolio([{ name: '1.json', bytes }], options));
    expect(plan.securities).toEqual([]);
    expect(plan.transactions.map(({ type, amount }) => [type, amount])).toEqual([
      ['DEPOSIT', '100'],
      ['INTEREST', '100'],
      ['WITHDRAWAL', '100'],
    ]);
    expect(comparison.equal).toBe(true);
  });

  it('refuses other tables, views, computed columns, and what is no database', async () => {
    const refusal = (bytes: Uint8Array) =>
      readBytes(bytes).then(
        () => 'read',
        (error: Error) => error.message,
      );
    const unknown =
      'This backup is of a version we do not know. Update Wealthfolio, or export the activities as JSON';
    const forbidden = 'The file contains something that an export never does';
    const endless = 'with recursive n(x) as (select 1 union all select x + 1 from n) select x as id from n';
    const backup = (sql: string) => writeWealthfolioBackup([], sql);
    expect(await refusal(await backup('drop table quotes'))).toBe(unknown);
    expect(await refusal(await backup(`drop table quotes; create view quotes as ${endless}`))).toBe(unknown);
    expect(
      await refusal(await backup('alter table quotes add column bomb as (hex(zeroblob(900000000)))')),
    ).toBe(forbidden);
    expect(
      await refusal(await backup('create trigger t after insert on quotes begin delete from quotes; end')),
    ).toBe('The file has no transactions and no securities');
    const damaged = (await backup('')).fill(7, 100, 8_000);
    expect(await refusal(damaged)).toMatch(/^The file is damaged near byte|^This backup is of a version/);
  });
});
