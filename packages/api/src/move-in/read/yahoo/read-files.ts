import type { LeftOut, NeutralBook, NeutralLine, NeutralSecurity } from '../../form.ts';
import { assertAtMost, emptyFile, unknownFile } from '../../move-in-error.ts';
import { blankLine } from '../blank-line.ts';
import { readCsv } from '../csv.ts';
import type { MoveInFile } from '../move-in-file.ts';
import { portfolioNames } from '../names.ts';
import type { ReadOptions } from '../read-options.ts';
import { cleanText, optionalText } from '../texts.ts';
import { dayOf, numberOf } from './cells.ts';
import type { YahooRow } from './rows.ts';
import { sumShares } from './sum-balances.ts';

const header =
  'Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment';

/** The beginning of the symbols of cash. */
const cash = '$$CASH';

export const isYahooHeader = (names: readonly string[]) => names.slice(0, 16).join(',') === header;

/**
 * Reads portfolios of Yahoo Finance, each of which is a file.
 * @throws MoveInError
 */
export function readYahoo(
  files: readonly MoveInFile[],
  { today, limits }: Pick<ReadOptions, 'today' | 'limits'>,
): NeutralBook {
  const names = portfolioNames(files);
  const rows = files.flatMap(({ bytes }, index) => rowsOf(bytes, names[index] ?? ''));
  assertAtMost(rows.length, limits.lines, 'transactions');
  if (rows.length === 0) throw emptyFile();
  const symbols = new Set(rows.map(symbolOf).filter((symbol) => !symbol.startsWith(cash)));
  assertAtMost(symbols.size, limits.securities, 'securities');
  const lots = rows.filter(isLot);
  const lines = lots.map(lineOf);
  const undated = lines.filter(({ asked }) => asked !== null).length;
  const lastDay = lastDayOf(rows, today);
  return {
    program: 'Yahoo Finance',
    version: null,
    lastDay,
    writtenOn: null,
    baseCurrency: null,
    securities: [...symbols].map(securityOf),
    accounts: names.map((name) => ({
      key: name,
      name,
      kind: 'both',
      currency: null,
      reference: null,
      note: null,
      knownBalances: null,
    })),
    lines,
    lists: names.flatMap((name) => {
      const watched = rows.filter((row) => row.account === name && isWatched(row)).map(symbolOf);
      return watched.length === 0 ? [] : [{ name, securities: [...new Set(watched)] }];
    }),
    groups: [],
    dayNotes: [],
    leftOut: leftOutOf(rows),
    warnings: [],
    questions:
      undated === 0
        ? []
        : [
            {
              key: dateQuestion,
              kind: 'date',
              text: `${undated === 1 ? '1 row has' : `${undated.toLocaleString('en-US')} rows have`} no trade date. Since which day have you held these shares?`,
              choices: [],
              default: null,
            },
          ],
    balances: { shares: sumShares(lots), money: null },
  };
}

const dateQuestion = 'date';

/** Newest first in the file, and oldest first here. */
function rowsOf(bytes: Uint8Array, account: string): YahooRow[] {
  const table = readCsv(bytes, isYahooHeader);
  if (!table) throw unknownFile();
  return table.records.map((record) => ({ account, record })).toReversed();
}

const symbolOf = ({ record }: YahooRow) => cleanText(record.cell('Symbol')).toUpperCase();
const hasQuantity = ({ record }: YahooRow) => !/^[-+]?0*\.?0*$/.test(record.cell('Quantity'));
const isCash = (row: YahooRow) => symbolOf(row).startsWith(cash);
const isLot = (row: YahooRow) => !isCash(row) && symbolOf(row) !== '' && hasQuantity(row);
const isWatched = (row: YahooRow) => !isCash(row) && symbolOf(row) !== '' && !hasQuantity(row);

function lineOf(row: YahooRow, index: number): NeutralLine {
  const { account, record } = row;
  const given = ['Quantity', 'Purchase Price', 'Commission'].map((name) => record.cell(name));
  const [quantity, price, commission] = given.map((text) => (text === '' ? null : numberOf(text)));
  const wrong = given.find((text) => text !== '' && numberOf(text) === null);
  const tradeDate = record.cell('Trade Date');
  const date = dayOf(tradeDate);
  const isSale = quantity?.isNegative() || /^sell/i.test(record.cell('Transaction Type'));
  const shares = quantity?.abs();
  return {
    ...blankLine,
    key: String(index + 1),
    kind: isSale ? 'sell' : 'buy',
    date: date ?? '',
    account,
    moneyAccount: account,
    security: symbolOf(row),
    quantity: shares?.toFixed() ?? '0',
    currency: '',
    gross: shares?.times(price ?? 0).toFixed() ?? '0',
    fees: commission?.toFixed() ?? '0',
    note: optionalText(record.cell('Comment')),
    asked: tradeDate === '' ? dateQuestion : null,
    problem:
      (wrong !== undefined && `"${wrong}" is not a number`) ||
      (tradeDate !== '' && date === null && `"${tradeDate}" is not a date`) ||
      (price === null && 'The purchase price is missing') ||
      null,
  };
}

const securityOf = (symbol: string): NeutralSecurity => ({
  key: symbol,
  name: symbol,
  isin: null,
  ticker: symbol,
  wkn: null,
  currency: null,
  feed: 'YAHOO',
  isYahooTicker: true,
  type: null,
  note: null,
  prices: { days: new Int32Array(), closes: new Float64Array() },
  splits: [],
});

/** The last day of a trade or of a quote. */
function lastDayOf(rows: readonly YahooRow[], today: string): string | null {
  const days = rows.flatMap(({ record }) => [
    dayOf(record.cell('Trade Date')),
    dayOf(record.cell('Date').replaceAll('/', '')),
  ]);
  return (
    days
      .filter((day) => day !== null && day <= today)
      .toSorted()
      .at(-1) ?? null
  );
}

function leftOutOf(rows: readonly YahooRow[]): LeftOut[] {
  const counts = Map.groupBy(rows.filter(isCash), symbolOf);
  return [...counts].map(([what, { length: count }]) => ({
    what,
    count,
    why: 'Cash has no day and no history',
  }));
}
