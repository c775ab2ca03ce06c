import { readDate } from '#src/portfolios/imports/read/dates.ts';
import { DecimalMarks, readNumber } from '#src/portfolios/imports/read/numbers.ts';
import { symbolOnExchange } from '#src/transfer/parse/exchange-suffixes.ts';
import { Decimal } from '../../decimal.ts';
import type { FileQuestion, LineKind, NeutralBook, NeutralLine, NeutralSecurity } from '../../form.ts';
import { assertAtMost, emptyFile, unknownFile } from '../../move-in-error.ts';
import { blankLine } from '../blank-line.ts';
import { type CsvTable, readCsv } from '../csv.ts';
import type { MoveInFile } from '../move-in-file.ts';
import { portfolioNames } from '../names.ts';
import type { ReadOptions } from '../read-options.ts';
import { cleanText, optionalText } from '../texts.ts';
import { brokerageOf } from './brokerage.ts';
import { currencyOfTrade, type SharesightRow } from './rows.ts';
import { sumShares } from './sum-balances.ts';

const title = 'All Trades Report between';
const firstColumns = 'Market,Code,Name,Type,Date,Quantity';

export const isSharesightHeader = (names: readonly string[], preamble: string) =>
  preamble.includes(title) && names.slice(0, 6).join(',') === firstColumns;

/**
 * Reads reports of all trades of Sharesight, each of which is a portfolio.
 * @throws MoveInError
 */
export function readSharesight(
  files: readonly MoveInFile[],
  { today, limits }: Pick<ReadOptions, 'today' | 'limits'>,
): NeutralBook {
  const tables = files.map(({ bytes }) => {
    const table = readCsv(bytes, isSharesightHeader);
    if (!table) throw unknownFile();
    return table;
  });
  const names = portfolioNames(
    tables.map((table, index) => ({ name: nameOf(table, files[index]?.name ?? '') })),
  );
  const rows = tables.flatMap((table, index) => rowsOf(table, names[index] ?? ''));
  assertAtMost(rows.length, limits.lines, 'transactions');
  if (rows.length === 0) throw emptyFile();
  const first = new Map<string, SharesightRow>();
  for (const row of rows) if (!first.has(keyOf(row))) first.set(keyOf(row), row);
  assertAtMost(first.size, limits.securities, 'securities');
  const lines = rows.map(lineOf);
  const lastDay = [...lines.map(({ date }) => date), ...tables.map(endOf)]
    .filter((day) => day !== '' && day <= today)
    .toSorted()
    .at(-1);
  return {
    program: 'Sharesight',
    version: null,
    lastDay: lastDay ?? null,
    writtenOn: null,
    baseCurrency: rows[0]?.currency ?? null,
    securities: [...first.values()].map(securityOf),
    accounts: names.map((name, index) => ({
      key: name,
      name,
      kind: 'both',
      currency: currencyOf(tables[index]),
      reference: null,
      note: null,
      knownBalances: null,
    })),
    lines,
    lists: [],
    groups: [],
    dayNotes: [],
    leftOut: [],
    warnings: [
      'Dividends stand in another report of Sharesight. They come with the prices, and can be added',
    ],
    questions: [...typeQuestions(rows), ...rateQuestions(rows)],
    balances: { shares: sumShares(rows, lastDay ?? today), money: null },
  };
}

function nameOf({ preamble }: CsvTable, fileName: string): string {
  const [, name = ''] = /^(.*?)\s*-?\s*All Trades Report between/m.exec(preamble) ?? [];
  return cleanText(name) || fileName;
}

/** The end of the period of a report; empty if it is not written as a day. */
function endOf({ preamble }: CsvTable): string {
  const [, end = ''] = /All Trades Report between .+? and ([\d./-]+)/.exec(preamble) ?? [];
  return readDate(end, 'day_first') ?? '';
}

/** The currency of the portfolio, which the name of a column tells. */
function currencyOf(table: CsvTable | undefined): string | null {
  const [, code = null] = /Cost base per share \(([A-Z]{3})\)/.exec(table?.header.join(',') ?? '') ?? [];
  return code;
}

const numberColumns = ['Quantity', 'Price', 'Price *', 'Brokerage', 'Brokerage *', 'Exchange Rate', 'Value'];

function rowsOf(table: CsvTable, account: string): SharesightRow[] {
  const marks = new DecimalMarks(null);
  const records = table.records.filter((record) => record.cell('Code') !== '' && record.cell('Type') !== '');
  for (const record of records) {
    for (const [column, name] of numberColumns.entries()) marks.add(column, record.cell(name));
  }
  const currency = currencyOf(table);
  return records.map((record) => ({
    account,
    currency,
    record,
    number(...names) {
      const name = names.find((each) => record.cell(each) !== '');
      if (name === undefined) return '0';
      const text = record.cell(name);
      return readNumber(text, marks.markFor(numberColumns.indexOf(name), text) ?? 'point');
    },
  }));
}

const keyOf = ({ record }: SharesightRow) => `${record.cell('Market')}:${record.cell('Code')}`;

const kinds: Readonly<Record<string, LineKind>> = { buy: 'buy', sell: 'sell', split: 'split' };

function kindOf({ record }: SharesightRow): LineKind | undefined {
  const type = record.cell('Type').toLowerCase();
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

function lineOf(row: SharesightRow, index: number): NeutralLine {
  const { account, record } = row;
  const date = readDate(record.cell('Date'), 'day_first');
  const [quantity, price] = [row.number('Quantity'), row.number('Price', 'Price *')];
  const { fees, question } = brokerageOf(row, date);
  const shares = new Decimal(quantity ?? 0).abs();
  const isNumber = quantity !== null && price !== null && fees !== null;
  return {
    ...blankLine,
    key: String(index + 1),
    kind: kindOf(row) ?? (quantity?.startsWith('-') ? 'transfer_out' : 'transfer_in'),
    date: date ?? '',
    account,
    moneyAccount: account,
    security: keyOf(row),
    quantity: shares.toFixed(),
    currency: currencyOfTrade(row),
    gross: shares.times(price ?? 0).toFixed(),
    fees: fees ?? '0',
    note: optionalText(record.cell('Comments')),
    asked: questionKey(record.cell('Type')),
    feeRateAsked: question?.key ?? null,
    problem:
      (date === null && `"${record.cell('Date')}" is not a date`) ||
      (!isNumber && 'A number of the row cannot be read') ||
      null,
  };
}

function securityOf(row: SharesightRow): NeutralSecurity {
  const { record } = row;
  const symbol = symbolOnExchange(record.cell('Market').toUpperCase(), record.cell('Code').toUpperCase());
  return {
    key: keyOf(row),
    name: cleanText(record.cell('Name')) || record.cell('Code'),
    isin: null,
    ticker: symbol ?? record.cell('Code'),
    wkn: null,
    currency: currencyOfTrade(row) || null,
    feed: record.cell('Market'),
    isYahooTicker: symbol !== null,
    type: null,
    note: null,
    prices: { days: new Int32Array(), closes: new Float64Array() },
    splits: [],
  };
}

const questionKey = (type: string) => `type:${type}`;

const choices = [
  { value: 'buy', label: 'Purchases' },
  { value: 'sell', label: 'Sales' },
  { value: 'split', label: 'Splits' },
  { value: 'transfer_in', label: 'Shares that came without money' },
  { value: 'transfer_out', label: 'Shares that left without money' },
  { value: 'skip', label: 'Leave them out' },
];

/** One row of each type is shown, to be confirmed. */
function typeQuestions(rows: readonly SharesightRow[]): FileQuestion[] {
  const types = Map.groupBy(rows, ({ record }) => record.cell('Type'));
  return [...types].flatMap(([type, [row]]): FileQuestion[] => {
    if (!row) return [];
    const { record } = row;
    const cells = ['Date', 'Name', 'Quantity'].map((name) => record.cell(name));
    const price = record.cell('Price') || record.cell('Price *');
    const example = [...cells, `at ${price} ${currencyOfTrade(row)}`].join(' ');
    return [
      {
        key: questionKey(type),
        kind: 'type',
        text: `What are the rows of type "${cleanText(type)}"? For example: ${cleanText(example)}`,
        choices,
        default: kindOf(row) ?? 'skip',
      },
    ];
  });
}

function rateQuestions(rows: readonly SharesightRow[]): FileQuestion[] {
  const questions = rows.flatMap(
    (row) => brokerageOf(row, readDate(row.record.cell('Date'), 'day_first')).question ?? [],
  );
  return [...new Map(questions.map((question) => [question.key, question])).values()];
}
