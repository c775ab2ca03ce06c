import { dateOfDay, dayNumber } from '@stockbook/common/days';
import { describe, expect, it } from 'vitest';
import { readLimits } from '../limits.ts';
import { planBook } from '../testing/move-in.ts';
import type { PpTestBook, PpTestEntry } from '../testing/pp-book.ts';
import { writeWealthfolioBackup } from '../testing/told-books.ts';
import { writePpXml } from '../testing/write-pp-xml.ts';
import { zip } from '../testing/zip.ts';
import { calculateMove } from './in-thread.ts';
import { packFiles, unpackBook } from './packing.ts';

const options = { password: null, today: '2026-11-27', limits: readLimits };
const { signal } = new AbortController();

const uploadOf = (file: string | Uint8Array) =>
  packFiles([{ name: 'file', bytes: new Uint8Array(Buffer.from(file)) }]);

const refusalOf = (upload: Uint8Array) =>
  calculateMove('read', { upload, options }, signal).then(
    () => 'read',
    (error: Error) => error.message,
  );

const [securities, days] = [200, 3_000];
const start = dayNumber('2015-01-01');

/** 600,000 closes and 5,000 purchases: a file of 30 MB. */
function largeBook(): PpTestBook {
  const entries = Array.from(
    { length: 5_000 },
    (_, index): PpTestEntry => ({
      type: 'buy',
      uuid: `b${index}`,
      otherUuid: `c${index}`,
      date: dateOfDay(start + (index % days)),
      account: 'a1',
      portfolio: 'p1',
      security: `s${index % securities}`,
      currency: 'EUR',
      amount: 1_000_00n,
      shares: 10_00000000n,
    }),
  );
  return {
    version: 70,
    baseCurrency: 'EUR',
    securities: Array.from({ length: securities }, (_, index) => ({
      uuid: `s${index}`,
      name: `Security ${index}`,
      currency: 'EUR',
      feed: 'MANUAL',
      prices: Array.from({ length: days }, (_, day) => [dateOfDay(start + day), 10_000_000_000n] as const),
    })),
    accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
    portfolios: [{ uuid: 'p1', name: 'Depot', reference: 'a1' }],
    entries,
  };
}

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/**
 * Starts to measure processor time, in which other work on the machine has no part.
 * @returns a function that returns that of the process and that of this thread, in milliseconds
 */
function startClocks() {
  const [all, ofLoop] = [process.cpuUsage(), process.threadCpuUsage()];
  return () => ({
    allMs: millisecondsOf(process.cpuUsage(all)),
    ofLoopMs: millisecondsOf(process.threadCpuUsage(ofLoop)),
  });
}

describe('calculateMove', () => {
  it('reads a file of 600,000 closes within 10 s of processor time, and keeps the event loop free', {
    timeout: 120_000,
  }, async () => {
    // With ids: a real file with paths is as deep, but the writer of this test is not made for it.
    const upload = uploadOf(writePpXml(largeBook(), 'ids'));
    const spent = startClocks();
    const { book: packed } = await calculateMove('read', { upload, options }, signal);
    const { allMs, ofLoopMs } = spent();
    const book = unpackBook(packed);
    expect(book.lines).toHaveLength(5_000);
    expect(book.securities.reduce((sum, { prices }) => sum + prices.days.length, 0)).toBe(600_000);
    expect(planBook(book).comparison.message).toBe('Everything adds up: 200 holdings, 1 account.');
    expect(allMs).toBeLessThan(10_000);
    expect(ofLoopMs).toBeLessThan(50);
  });

  it('rejects attacks within 2 s of processor time, and keeps the event loop free meanwhile', {
    timeout: 60_000,
  }, async () => {
    const forbidden = 'The file contains something that an export never does';
    const laughs = Array.from(
      { length: 10 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    );
    const attacks: readonly (readonly [string | Uint8Array, string | RegExp])[] = [
      [`<!DOCTYPE x [<!ENTITY l0 "lol">${laughs.join('')}]><client>&l10;</client>`, forbidden],
      ['<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><client>&e;</client>', forbidden],
      ['<client>'.repeat(1_000_000), forbidden],
      [zip([{ name: 'data.xml', bytes: Buffer.alloc(512 * 1024 * 1024) }]), /^The file has 512 MiB unpacked/],
      [zip([{ name: '../../data.xml', bytes: Buffer.from('<client/>') }]), forbidden],
      [zip([{ name: 'data.xml', bytes: Buffer.alloc(1024), statedSize: 10 }]), forbidden],
      [zip([{ name: 'data.xml', bytes: Buffer.alloc(512 * 1024 * 1024), statedSize: 1024 }]), forbidden],
      [
        '<client><version>70</version><securities><security reference="../security[2]"/><security reference="../security"/></securities></client>',
        /^The file is damaged near line/,
      ],
      ['{"meta":{},"activities":[{"__proto__":{"polluted":true}}]}', /^This is no file/],
      [
        await writeWealthfolioBackup(
          [],
          `drop table quotes; create view quotes as with recursive n(x) as (select 1 union all select x + 1 from n)
           select x as id from n; create trigger t after insert on assets begin delete from assets; end;`,
        ),
        /^This backup is of a version we do not know/,
      ],
      [Buffer.from('PPPBV1'), /^This is no file/],
      [
        zip([{ name: 'data.portfolio', bytes: Buffer.from('PPPBV1\x12\xff\xff\xff\x7f', 'latin1') }]),
        'The file ends too early. Export it again',
      ],
    ];
    // Packed first: that is the work of the sender.
    const uploads = attacks.map(([file, expected]) => [uploadOf(file), expected] as const);
    for (const [upload, expected] of uploads) {
      const spent = startClocks();
      expect(await refusalOf(upload)).toMatch(expected);
      const { allMs, ofLoopMs } = spent();
      expect(allMs).toBeLessThan(2_000);
      expect(ofLoopMs).toBeLessThan(200);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const upload = uploadOf('<client><version>70</version>');
    const reading = calculateMove('read', { upload, options }, controller.signal);
    controller.abort(new Error('The worker stops'));
    await expect(reading).rejects.toThrow('The worker stops');
  });
});
