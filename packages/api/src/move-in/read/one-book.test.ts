import { describe, expect, it } from 'vitest';
import type { NeutralBook } from '../form.ts';
import { readLimits } from '../limits.ts';
import type { PlanStock } from '../plan/facts.ts';
import type { PlannedTransaction } from '../plan/plan.ts';
import { planBook } from '../testing/move-in.ts';
import {
  type ToldEntry,
  toldBook,
  writeGhostfolio,
  writeSharesight,
  writeSure,
  writeWealthfolioBackup,
  writeWealthfolioJson,
  writeYahoo,
} from '../testing/told-books.ts';
import { readFiles } from './read-files.ts';

const options = { password: null, today: '2026-11-27', limits: readLimits };

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
