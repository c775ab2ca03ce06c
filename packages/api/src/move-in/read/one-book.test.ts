import { describe, expect, it } from 'vitest';
import type { NeutralBook } from '../form.ts';
import { readLimits } from '../limits.ts';
import type { PlanStock } from '../plan/facts.ts';
import type { PlannedTransaction } from '../plan/plan.ts';
import { encryptPp } from '../testing/encrypt-pp.ts';
import { planBook } from '../testing/move-in.ts';
import {
  type ToldEntry,
  toldBook,
  toldPpBook,
  writeGhostfolio,
  writeSharesight,
  writeSure,
  writeWealthfolioBackup,
  writeWealthfolioJson,
  writeYahoo,
} from '../testing/told-books.ts';
import { writePpBinary } from '../testing/write-pp-binary.ts';
import { writePpXml } from '../testing/write-pp-xml.ts';
import { zip } from '../testing/zip.ts';
import { readFiles } from './read-files.ts';

const password = 'a secret of the file';
const options = { password, today: '2026-11-27', limits: readLimits };

/** The stock as the system knows it. */
const sap: PlanStock = {
  symbol: 'SAP.DE',
  isin: null,
  currency: 'EUR',
  splits: [],
  days: new Int32Array(),
  closes: new Float64Array(),
};

async function move(bytes: Uint8Array, answers: Readonly<Record<string, string>> = {}) {
  const book = await readFiles([{ name: 'Depot.csv', bytes }], options);
  return planBook(book, { facts: { stocks: [sap] }, answers });
}

const toldBy = ({ type, date, quantity, price, amount, fees, currency }: PlannedTransaction) => ({
  type,
  date,
  quantity,
  price,
  amount,
  fees,
  currency,
});

const expected = (entry: ToldEntry) => ({
  type: entry.type,
  date: entry.date,
  quantity: 'quantity' in entry ? entry.quantity : null,
  price: 'price' in entry ? entry.price : null,
  amount: 'amount' in entry ? entry.amount : null,
  fees: 'fee' in entry ? entry.fee : '0',
  currency: 'EUR',
});

const trades: readonly string[] = ['BUY', 'SELL'];
const withIncome = [...trades, 'DIVIDEND'];
const all = [...withIncome, 'DEPOSIT', 'WITHDRAWAL'];
/** Without the name of an exchange, a ticker is no symbol. */
const named = { 'security::SAP': 'SAP.DE' };
const inEuros = { 'currency:Depot': 'EUR' };

const ppBook = toldPpBook(toldBook);
const ppXml = (references: 'paths' | 'ids') => new TextEncoder().encode(writePpXml(ppBook, references));
const ppBinary = () => writePpBinary(ppBook);
const ppForms: Readonly<Record<string, () => Uint8Array>> = {
  'in XML with paths': () => ppXml('paths'),
  'in XML with ids': () => ppXml('ids'),
  'in packed XML': () => zip([{ name: 'data.xml', bytes: ppXml('paths') }]),
  'in binary form': () => zip([{ name: 'data.portfolio', bytes: ppBinary() }]),
  'in XML with a password': () => encryptPp(ppXml('ids'), password, { bits: 128, isBinary: false }),
  'in binary form with a password': () => encryptPp(ppBinary(), password, { bits: 256, isBinary: true }),
};

interface Told {
  readonly program: NeutralBook['program'];
  readonly types: readonly string[];
  file(): Uint8Array | Promise<Uint8Array>;
  readonly answers?: Readonly<Record<string, string>>;
}

const programs: Readonly<Record<string, Told>> = {
  Ghostfolio: { program: 'Ghostfolio', types: withIncome, file: () => writeGhostfolio(toldBook) },
  'a backup of Wealthfolio': {
    program: 'Wealthfolio',
    types: all,
    file: () => writeWealthfolioBackup(toldBook),
  },
  'activities of Wealthfolio': {
    program: 'Wealthfolio',
    types: all,
    file: () => writeWealthfolioJson(toldBook),
  },
  Sure: { program: 'Sure', types: all, file: () => writeSure(toldBook) },
  Maybe: { program: 'Sure', types: all, file: () => writeSure(toldBook, { isMaybe: true }), answers: named },
  'Yahoo Finance': {
    program: 'Yahoo Finance',
    types: trades,
    file: () => writeYahoo(toldBook),
    answers: inEuros,
  },
  'Yahoo Finance without types': {
    program: 'Yahoo Finance',
    types: trades,
    file: () => writeYahoo(toldBook, { hasTypes: false }),
    answers: inEuros,
  },
  Sharesight: { program: 'Sharesight', types: trades, file: () => writeSharesight(toldBook) },
  'Sharesight with its older header': {
    program: 'Sharesight',
    types: trades,
    file: () => writeSharesight(toldBook, { isOld: true }),
    answers: inEuros,
  },
  ...Object.fromEntries(
    Object.entries(ppForms).map(([form, file]): [string, Told] => [
      `Portfolio Performance ${form}`,
      { program: 'Portfolio Performance', types: all, file },
    ]),
  ),
};

describe('readFiles', () => {
  it.each(Object.entries(programs))('reads the same book out of a file of %s', async (_, told) => {
    const { program, types, answers } = told;
    const { book, plan, comparison } = await move(await told.file(), answers);
    expect(book.program).toBe(program);
    const entries = toldBook.filter(({ type }) => types.includes(type));
    expect(plan.transactions.map(toldBy)).toEqual(entries.map(expected));
    expect(plan.securities.map(({ symbol }) => symbol)).toEqual(['SAP.DE']);
    expect(comparison).toMatchObject({ equal: true, holdings: 1 });
    expect(
      plan.questions.filter((question) => question.default === null && question.answer === null),
    ).toEqual([]);
  });
});
