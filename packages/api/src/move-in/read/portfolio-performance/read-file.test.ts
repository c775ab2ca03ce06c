import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLimits } from '../../limits.ts';
import { encryptPp } from '../../testing/encrypt-pp.ts';
import type { PpTestBook } from '../../testing/pp-book.ts';
import { randomPpBook } from '../../testing/random-pp-book.ts';
import { writePpBinary } from '../../testing/write-pp-binary.ts';
import { writePpXml } from '../../testing/write-pp-xml.ts';
import { zip } from '../../testing/zip.ts';
import { readPortfolioPerformance } from './read-file.ts';

const options = { password: null, today: '2026-11-27', limits: readLimits };
const read = (
  file: string | Uint8Array,
  more: Partial<Parameters<typeof readPortfolioPerformance>[1]> = {},
) =>
  readPortfolioPerformance(
    { bytes: typeof file === 'string' ? Buffer.from(file) : file },
    { ...options, ...more },
  );
const refusal = (file: string | Uint8Array, more: Parameters<typeof read>[1] = {}) =>
  read(file, more).then(
    () => 'read',
    (error: Error) => error.message,
  );

const nvidia = `<client><version>70</version><baseCurrency>EUR</baseCurrency>
<securities><security><uuid>s1</uuid><name>Nvidia</name><currencyCode>USD</currencyCode><isin>US67066G1040</isin><feed>YAHOO</feed><prices><price t="2024-05-20" v="9478000000"/></prices></security></securities>
<accounts><account><uuid>a1</uuid><name>Giro</name><currencyCode>EUR</currencyCode><transactions><account-transaction><uuid>t1</uuid><date>2024-05-20T00:00</date><currencyCode>EUR</currencyCode><amount>261721</amount><security reference="../../../../../securities/security"/>
<crossEntry class="buysell"><portfolio><uuid>p1</uuid><name>Depot</name><referenceAccount reference="../../../../.."/><transactions><portfolio-transaction><uuid>t2</uuid><date reference="../../../../../date"/><currencyCode>EUR</currencyCode><amount>261721</amount><security reference="../../../../../../../../../securities/security"/>
<crossEntry class="buysell" reference="../../../.."/><shares>3000000000</shares><units><unit type="FEE"><amount currency="EUR" amount="100"/></unit><unit type="GROSS_VALUE"><amount currency="EUR" amount="261621"/><forex currency="USD" amount="284340"/><exchangeRate>0.9201</exchangeRate></unit></units><type>BUY</type></portfolio-transaction></transactions></portfolio>
<portfolioTransaction reference="../portfolio/transactions/portfolio-transaction"/><account reference="../../../.."/><accountTransaction reference="../.."/></crossEntry><shares>0</shares><type>BUY</type></account-transaction></transactions></account></accounts>
<portfolios><portfolio reference="../../accounts/account/transactions/account-transaction/crossEntry/portfolio"/></portfolios></client>`;

const book = (changes: Partial<PpTestBook> = {}): PpTestBook => ({
  version: 70,
  baseCurrency: 'EUR',
  securities: [
    {
      uuid: 's1',
      name: 'Nvidia',
      currency: 'EUR',
      isin: 'US67066G1040',
      prices: [['2024-05-20', 9_000_000_000n]],
      latest: ['2024-06-03', 9_500_000_000n],
      events: [
        { type: 'STOCK_SPLIT', date: '2024-06-10', details: '10:1' },
        { type: 'NOTE', date: '2024-05-21', details: 'Looks dear' },
      ],
    },
    { uuid: 's2', name: 'EUR/USD', currency: 'EUR', targetCurrency: 'USD' },
  ],
  accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
  portfolios: [{ uuid: 'p1', name: 'Depot', reference: 'a1' }],
  entries: [
    { type: 'DEPOSIT', uuid: 't1', date: '2024-05-01', account: 'a1', currency: 'EUR', amount: 100_000n },
    {
      type: 'buy',
      uuid: 't2',
      otherUuid: 't3',
      date: '2024-05-20',
      minutes: 570,
      account: 'a1',
      portfolio: 'p1',
      security: 's1',
      currency: 'EUR',
      amount: 27_100n,
      shares: 300_000_000n,
      units: [{ type: 'FEE', amount: 100n }],
    },
  ],
  ...changes,
});

describe('readPortfolioPerformance', () => {
  it('reads a purchase that is written inside of its account', async () => {
    const { lines, accounts, lastDay, balances } = await read(nvidia);
    expect(lines).toMatchObject([
      {
        id: 'pp:t2',
        kind: 'buy',
        date: '2024-05-20',
        account: 'p1',
        moneyAccount: 'a1',
        security: 's1',
        quantity: '30',
        gross: '2616.21',
        fees: '1',
        taxes: '0',
        foreign: { currency: 'USD', rate: '0.920099177042' },
      },
    ]);
    expect(accounts.map(({ key, kind, reference }) => [key, kind, reference])).toEqual([
      ['p1', 'shares', 'a1'],
      ['a1', 'cash', null],
    ]);
    expect(lastDay).toBe('2024-05-20');
    expect(balances).toEqual({
      shares: [{ account: 'p1', security: 's1', quantity: '30' }],
      money: [{ account: 'a1', currency: 'EUR', amount: '-2617.21', turnover: '2617.21' }],
    });
  });

  it('reads the same from all forms of a file', async () => {
    const full = book({
      watchlists: [{ name: 'To; buy', securities: ['s1', 's2'] }],
      taxonomies: [
        {
          name: 'Regions',
          root: {
            name: 'Regions',
            weight: 10_000,
            children: [
              { name: 'America', weight: 6_000, assignments: [['s1', 10_000]] },
              { name: 'Cash', weight: 4_000, assignments: [['a1', 10_000]] },
            ],
          },
        },
      ],
      plans: 2,
    });
    const xml = Buffer.from(writePpXml(full, 'paths'));
    const binary = writePpBinary(full);
    const expected = await read(xml);
    const password = 'correct horse';
    const files = [
      Buffer.from(writePpXml(full, 'ids')),
      zip([{ name: 'data.portfolio', bytes: binary }]),
      zip([{ name: 'data.xml', bytes: xml }]),
      encryptPp(xml, password, { bits: 256, isBinary: false }),
      encryptPp(binary, password, { bits: 128, isBinary: true }),
    ];
    for (const file of files) expect(await read(file, { password })).toEqual(expected);
    expect(expected).toMatchObject({
      lists: [{ name: 'To  buy', securities: ['s1'] }],
      groups: [
        {
          name: 'Regions',
          tags: [{ name: 'America', targetPercent: '60', shares: [{ security: 's1', percent: '100' }] }],
        },
      ],
      dayNotes: [{ security: 's1', date: '2024-05-21', text: 'Looks dear' }],
      leftOut: [
        { what: 'Savings plans', count: 2 },
        { what: 'Exchange rates', count: 1 },
      ],
    });
    expect(expected.securities).toMatchObject([
      { key: 's1', splits: [{ date: '2024-06-10', numerator: 10, denominator: 1 }] },
    ]);
    expect([...(expected.securities[0]?.prices.closes ?? [])]).toEqual([90, 95]);
  });

  it('reads the same lines and balances from random books in all forms', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(randomPpBook, async (random) => {
        const expected = await read(zip([{ name: 'data.portfolio', bytes: writePpBinary(random) }]));
        const sorted = ({ lines, balances, ...rest }: typeof expected) => ({
          ...rest,
          lines: lines
            .map((line) => ({ ...line, key: '' }))
            .toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)),
          shares: balances.shares.toSorted((a, b) =>
            `${a.account} ${a.security}` < `${b.account} ${b.security}` ? -1 : 1,
          ),
          money: balances.money,
        });
        for (const references of ['paths', 'ids'] as const) {
          expect(sorted(await read(writePpXml(random, references)))).toEqual(sorted(expected));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('readPortfolioPerformance for versions', () => {
  it.each([
    [29, 1e6, 1e2],
    [36, 1e6, 1e4],
    [48, 1e6, 1e4],
    [49, 1e8, 1e8],
    [55, 1e8, 1e8],
    [70, 1e8, 1e8],
  ])('scales the numbers of version %i', async (version, shares, prices) => {
    const [deposit, bought] = book().entries;
    if (!deposit || !bought) throw new RangeError('The book has no transactions');
    const file = writePpXml(
      book({
        version,
        securities: [
          { uuid: 's1', name: 'Nvidia', currency: 'EUR', prices: [['2024-05-20', BigInt(90 * prices)]] },
        ],
        entries: [deposit, { ...bought, shares: BigInt(3 * shares) }],
      }),
      'paths',
    );
    const { lines, securities, balances } = await read(file);
    expect(lines.find(({ kind }) => kind === 'buy')).toMatchObject({
      quantity: '3',
      time: version < 37 ? 0 : 34_200,
      id: version < 51 ? null : 'pp:t2',
    });
    expect(securities[0]?.prices.closes[0]).toBe(90);
    expect(balances.shares).toEqual([{ account: 'p1', security: 's1', quantity: '3' }]);
  });

  it('rejects a version without currencies', async () => {
    const sentence =
      'This file is of 2016 or older. Open it in Portfolio Performance, save it, and choose it again';
    expect(await refusal(writePpXml(book({ version: 28 }), 'paths'))).toBe(sentence);
    expect(await refusal('<client><baseCurrency>EUR</baseCurrency></client>')).toBe(sentence);
  });

  it('warns of a version that it does not know', async () => {
    const { warnings } = await read(writePpXml(book({ version: 71 }), 'ids'));
    expect(warnings).toEqual([
      'This file is of version 71, newer than what we know (70). Look at the comparison twice',
    ]);
  });

  it('rejects an unknown version whose trades are far from its prices', async () => {
    const [, bought] = book().entries;
    if (!bought) throw new RangeError('The book has no purchase');
    const file = writePpXml(
      book({ version: 75, entries: [{ ...bought, shares: 3_000_000_000_000n }] }),
      'paths',
    );
    expect(await refusal(file)).toBe('We cannot read version 75 yet: its amounts make no sense to us');
  });
});

describe('readPortfolioPerformance for files that it rejects', () => {
  const xml = writePpXml(book(), 'paths');
  const early = 'The file ends too early. Export it again';
  const forbidden = 'The file contains something that an export never does';

  it('names the place of damage', async () => {
    expect(await refusal(xml.slice(0, 900))).toBe(early);
    expect(await refusal(xml.replace('</uuid>', '</uid>'))).toMatch(/^The file is damaged near line \d+$/);
    expect(await refusal(xml.replace('securities/security"', 'securities/security[7]"'))).toMatch(
      /near line/,
    );
    expect(await refusal(xml.replace('<amount>27100', '<amount>27,1'))).toMatch(/near line/);
    const binary = writePpBinary(book());
    const portfolio = (bytes: Uint8Array) => zip([{ name: 'data.portfolio', bytes }]);
    expect(await refusal(portfolio(binary.subarray(0, binary.length - 12)))).toBe(early);
    const type = Buffer.from(binary);
    type[type.indexOf('t2') + 3] = 60;
    expect(await refusal(portfolio(type))).toMatch(/^The file is damaged near byte [\d,]+$/);
  });

  it('rejects a reference in a circle', async () => {
    const circle =
      '<client><version>70</version><accounts reference="../portfolios"/><portfolios reference="../accounts"/></client>';
    expect(await refusal(circle)).toBe('The file is damaged near line 1');
  });

  it('rejects what an export never has', async () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>${xml}`;
    expect(await refusal(laughs)).toBe(forbidden);
    expect(await refusal(xml.replace('Giro', '&lol;'))).toBe(forbidden);
    expect(await refusal(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`)).toBe(forbidden);
    expect(await refusal(Buffer.from(xml.replace('Giro', 'Giró'), 'latin1'))).toBe(forbidden);
    expect(await refusal(xml.replaceAll('class="buysell"', 'class="java.lang.Runtime"'))).toBe(forbidden);
    expect(await refusal('<client>'.repeat(1_000_000))).toBe(forbidden);
    expect(await refusal(zip([{ name: '../data.xml', bytes: Buffer.from(xml) }]))).toBe(forbidden);
  });

  it('stops unpacking at the limit, whatever the header says', async () => {
    const limits = { ...readLimits, fileBytes: 1024 * 1024 };
    const bytes = Buffer.alloc(2 * 1024 * 1024, ' ');
    const name = 'data.xml';
    expect(await refusal(zip([{ name, bytes }]), { limits })).toBe(
      'The file has 2 MiB unpacked, the maximum is 1',
    );
    const lying = zip([{ name, bytes, statedSize: 1000 }]);
    expect(await refusal(lying, { limits })).toBe(forbidden);
  });

  it('asks for the password, and says if it is wrong', async () => {
    const file = encryptPp(Buffer.from(xml), 'secret', { bits: 256, isBinary: false });
    const missing = 'This file has a password. Enter it, or save the file without one';
    const wrong = 'The password is wrong, or the file is damaged';
    expect(await refusal(file)).toBe(missing);
    expect(await refusal(file, { password: 'sekret' })).toBe(wrong);
    const damaged = Buffer.from(file);
    damaged[60] = (damaged[60] ?? 0) ^ 1;
    expect(await refusal(damaged, { password: 'secret' })).toBe(wrong);
  });

  it('rejects too many transactions, and a file without any', async () => {
    const limits = { ...readLimits, lines: 1 };
    expect(await refusal(zip([{ name: 'data.portfolio', bytes: writePpBinary(book()) }]), { limits })).toBe(
      'The file has 2 transactions, the maximum is 1',
    );
    expect(await refusal('<client><version>70</version></client>')).toBe(
      'The file has no transactions and no securities',
    );
    const unknown = "This is no file of a program we know. For a broker's file use Import";
    expect(await refusal('<html></html>')).toBe(unknown);
    expect(await refusal(zip([{ name: 'other.txt', bytes: gzipSync('x') }]))).toBe(unknown);
  });
});
