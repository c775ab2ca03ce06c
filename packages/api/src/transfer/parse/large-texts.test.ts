import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { wordInputErrors } from '../../input-errors.ts';
import { parseImport as parseOfUser } from './parse-import.ts';

const parseImport = (text: string) => parseOfUser(text, 'user');

wordInputErrors();

const atMost = (maximum: string, things: string) =>
  `The text has more than ${maximum} ${things}. Import at most ${maximum} at a time: split it into parts`;

const account = (sections: string, stocks = '') =>
  `{"format":"stockbook-account","version":1,"watch_list":[${stocks}]${sections}}`;

describe('parseImport', () => {
  // The text after the excess is damaged: a longer reading would report it.
  it.each([
    ['a table', `symbol,notes\n${'A,\n'.repeat(501)}A,"open`, atMost('500', 'stocks')],
    ['rows without a stock', `symbol,notes\n${',\n'.repeat(10_001)}A,"open`, atMost('10,000', 'rows')],
    ['names of sections', `${'###,'.repeat(10_001)}A`, atMost('10,000', 'rows')],
    [
      'names of lists',
      Array.from({ length: 501 }, (_, number) => `###S${number},KO`).join(),
      atMost('500', 'lists'),
    ],
    ['a row', `symbol,notes\nA${','.repeat(100)}"open`, 'a row has more than 100 columns'],
    ['stocks of an account', account('', `{]${',{]'.repeat(500)}`), atMost('500', 'stocks')],
    [
      'entries of an account',
      account(`,"strategies":[{]${',{]'.repeat(100_000)}]`),
      atMost('100,000', 'entries besides stocks'),
    ],
    [
      'invalid entries of an account',
      account(`,"strategies":[{]${',7'.repeat(1_001)}]`),
      atMost('1,000', 'entries that cannot be imported'),
    ],
  ])('stops reading %s at the limit', async (_, text, message) => {
    await expect(parseImport(text)).rejects.toThrow(message);
  });

  it.each([
    ['101 columns', `symbol${',a'.repeat(100)}\nAAPL`],
    ['a name of 4 KiB', `symbol,${'a'.repeat(4_096)}\nAAPL`],
    ['equal names', 'isin,'.repeat(390_000)],
  ])('rejects a header of %s', async (_, text) => {
    await expect(parseImport(text)).rejects.toThrow(
      'The first line has more than 100 columns or 4,096 characters. Leave out columns that are not needed',
    );
  });

  it.each([
    ['blanks', ' '.repeat(2_000_000)],
    ['tabs', '\t'.repeat(2_000_000)],
    ['a name of a section', `###${'x;'.repeat(1_000_000)}`],
  ])('reads %s of 2 MB without trying each beginning', async (_, text) => {
    expect((await parseImport(`KO\n${text}\nAAPL`)).entries).toHaveLength(2);
  });

  it('rejects a row whose stock is on more lists than an import may have', async () => {
    const { entries, items } = await parseImport(`symbol,favourite,lists\nKO,no,${'a;'.repeat(900_000)}`);
    expect(entries).toMatchObject([{ text: 'KO', message: 'The stock is on more than 500 lists' }]);
    expect(items).toEqual([]);
  });

  it('reads 500 stocks in one line that is longer than a header may be', async () => {
    const names = Array.from({ length: 500 }, (_, number) => `NASDAQ:T${number}`);
    expect((await parseImport(names.join())).entries).toHaveLength(500);
  });

  it.each([
    ['quotes', `A${'"'.repeat(1_000_000)}A`],
    ['colons', ':'.repeat(2_000_000)],
    ['letters', 'A'.repeat(2_000_000)],
  ])('reads only the beginning of an entry of many %s', async (_, text) => {
    const { entries } = await parseImport(`KO ${text}`);
    expect(entries).toHaveLength(2);
    expect(entries[1]?.text.length).toBeLessThanOrEqual(60);
  });

  it('reports an entry of an account that is too long to be valid without parsing it', async () => {
    const large = `{"name":"x","rules":{"a":"${'['.repeat(131_072)}"}}`;
    const { items } = await parseImport(account(`,"strategies":[${large},{"name":"y"}]`));
    expect(items).toMatchObject([
      { text: 'Strategy y', item: {} },
      { text: 'Strategy 1', verdict: 'not_recognised', message: 'The input must be an object' },
    ]);
  });

  it('reads an account file of 256 KiB in turns with the rest of the program', async () => {
    // A clock on which each piece takes a millisecond: on a fast machine, all of them take less than a turn.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1));
    onTestFinished(() => clock.mockRestore());
    let turns = 0;
    const count = () => {
      turns += 1;
      if (!hasEnded) setImmediate(count);
    };
    let hasEnded = false;
    setImmediate(count);
    const valid = '{"indicator_function":"SMA","indicator_name":"a","parameters":{"timeperiod":5}}';
    const indicators = `${`${valid},`.repeat(2_999)}${valid}`;
    await parseImport(account('', `{"symbol":"KO","indicators":[${indicators}]}`));
    hasEnded = true;
    expect(turns).toBeGreaterThan(1);
  });
});

describe('parseImport of an account export above 256 KiB', () => {
  const transaction = (day: number) =>
    `{"type":"BUY","date":"${day < 10_000 ? '2024-01-02' : '2024-01-03'}","symbol":"KO","quantity":${day + 1},"price":50,"currency":"USD","fees":0,"taxes":0,"note":"${'n'.repeat(60)}"}`;
  const transactions = Array.from({ length: 20_000 }, (_, day) => transaction(day)).join();
  const portfolio = `{"name":"Large","currency":"USD","transactions":[${transactions}]}`;

  it('reads its portfolios in a calculation thread', async () => {
    const { entries, items } = await parseImport(account(`,"portfolios":[${portfolio}]`));
    expect(entries).toEqual([]);
    expect(items.map(({ text }) => text)).toEqual([
      'KO of a portfolio',
      'Portfolio Large',
      'Transactions 1 to 10000 of Large',
      'Transactions 10001 to 20000 of Large',
    ]);
  });

  it.each([
    ['is cut off', `,"portfolios":[${portfolio}`, 'The file is not valid JSON: it may be cut off'],
    [
      'has too many entries',
      `,"strategies":[${'{},'.repeat(900_000)}{}]`,
      atMost('100,000', 'entries besides stocks'),
    ],
  ])('says when it %s', async (_, sections, message) => {
    const text = `{"format":"stockbook-account","version":1,"watch_list":[]${sections}`;
    await expect(parseImport(text + (sections.endsWith(']') ? '}' : ''))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
    });
  });

  it.each([
    [
      'an account export above 32 MiB',
      `{${' '.repeat(32 * 1024 * 1024)}}`,
      'The text is larger than 32 MiB. Move the prices of own instruments by Download all (CSV)',
    ],
    ['another text above 2 MiB', `AAPL${' '.repeat(2 * 1024 * 1024)}`, 'The text is larger than 2 MiB'],
  ])('rejects %s', async (_, text, message) => {
    await expect(parseImport(text)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message });
  });
});
