import { Decimal } from '../../decimal.ts';
import type { FileQuestion, NeutralBook, NeutralLine, NeutralSecurity } from '../../form.ts';
import { assertAtMost, emptyFile, unknownFile } from '../../move-in-error.ts';
import { blankLine } from '../blank-line.ts';
import { symbolAt } from '../exchanges.ts';
import type { ReadOptions } from '../read-options.ts';
import { cleanText, optionalText } from '../texts.ts';
import { unzipEntry } from '../unzip.ts';
import { parseSure, type SureExport, type SureTrade, type SureTransaction } from './export.ts';
import { sumBalances } from './sum-balances.ts';

/** The entry of an archive by which the program is known. */
export const sureEntry = 'all.ndjson';

/** The kinds of accounts that come without a question. */
const investments = new Set(['Investment', 'Crypto']);

/**
 * Reads an export of Sure, or of Maybe, which it continues.
 * @throws MoveInError
 */
export async function readSure(
  bytes: Uint8Array,
  { today, limits }: Omit<ReadOptions, 'password'>,
): Promise<NeutralBook> {
  const entry = await unzipEntry(bytes, [sureEntry], limits.fileBytes);
  if (!entry) throw unknownFile();
  const file = parseSure(entry.bytes);
  const { accounts, trades, transactions, others } = file;
  assertAtMost(trades.length + transactions.length, limits.lines, 'transactions');
  const lines = linesOf(file).map((line, index): NeutralLine => ({ ...line, key: String(index + 1) }));
  if (lines.length === 0) throw emptyFile();
  const securities = new Map(trades.map((trade) => [securityKey(trade), trade]));
  assertAtMost(securities.size, limits.securities, 'securities');
  const days = lines.map(({ date }) => date).filter((date) => date <= today);
  const lastDay = days.toSorted().at(-1) ?? null;
  return {
    program: 'Sure',
    version: null,
    lastDay,
    writtenOn: null,
    baseCurrency: null,
    securities: [...securities].map(([key, trade]) => securityOf(key, trade)),
    accounts: accounts.map(({ id, name, currency, notes }) => ({
      key: id,
      name: cleanText(name ?? ''),
      kind: 'both',
      currency: currency ?? null,
      reference: null,
      note: optionalText(notes),
      knownBalances: null,
    })),
    lines,
    lists: [],
    groups: [],
    dayNotes: [],
    leftOut: [...others].map(([type, count]) => ({
      what: cleanText(type),
      count,
      why: 'It has no place here',
    })),
    warnings: [],
    questions: questionsOf(file),
    balances: sumBalances(file, lastDay),
  };
}

/** The key of the security of a trade or a holding. */
const securityKey = ({
  ticker,
  exchange_operating_mic: mic,
}: Pick<SureTrade, 'ticker' | 'exchange_operating_mic'>) => `${mic ?? ''}:${ticker ?? ''}`;

function securityOf(key: string, trade: SureTrade): NeutralSecurity {
  const ticker = (trade.ticker ?? '').toUpperCase();
  const symbol = symbolAt(trade.exchange_operating_mic ?? '', ticker);
  return {
    key,
    name: cleanText(trade.security_name ?? '') || ticker,
    isin: null,
    ticker: symbol ?? ticker,
    wkn: null,
    // A trade may have another currency than the quotes.
    currency: symbol === null ? (trade.currency ?? null) : null,
    feed: trade.exchange_operating_mic ?? 'Sure',
    isYahooTicker: symbol !== null,
    type: null,
    note: null,
    prices: { days: new Int32Array(), closes: new Float64Array() },
    splits: [],
  };
}

type Line = Omit<NeutralLine, 'key'>;

function linesOf({ accounts, trades, transactions, transfers }: SureExport): Line[] {
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency ?? '']));
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const outflows = new Map(
    transfers.map((each) => [each.outflow_transaction_id, each.inflow_transaction_id]),
  );
  const inflows = new Set(
    transfers
      .filter((each) => byId.has(each.outflow_transaction_id))
      .map((each) => each.inflow_transaction_id),
  );
  const currencyOf = ({ account_id: account, currency }: SureTrade | SureTransaction) =>
    currency ?? currencies.get(account) ?? '';
  const paid = transactions
    .filter(({ id }) => !inflows.has(id ?? '') || !byId.has(id))
    .map((transaction) => {
      const arriving = byId.get(outflows.get(transaction.id ?? '') ?? '');
      return paymentLine(transaction, currencyOf, arriving);
    });
  const traded = trades.map((trade) => tradeLine(trade, currencyOf(trade)));
  return [...traded, ...paid].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** A smaller difference is one of rounding. */
const smallestFee = 0.01;

const idOf = (id: string | null | undefined) => (id ? `sure:${id}` : null);

/** An amount above 0 is money that leaves. */
function tradeLine({ id, account_id: account, date, ticker, ...trade }: SureTrade, currency: string): Line {
  const [quantity, amount] = [new Decimal(trade.qty), new Decimal(trade.amount)];
  const isDividend = quantity.isZero();
  const traded = quantity.times(trade.price ?? 0);
  const costs = amount.minus(traded);
  // The money is that of the file: a difference that is no fee is one of a rounded price.
  const gross = costs.lt(smallestFee) ? amount : traded;
  return {
    ...blankLine,
    id: idOf(id),
    kind: isDividend ? 'dividend' : quantity.isNegative() ? 'sell' : 'buy',
    date: date.slice(0, 10),
    account,
    moneyAccount: account,
    security: securityKey({ ticker, exchange_operating_mic: trade.exchange_operating_mic }),
    quantity: isDividend ? null : quantity.abs().toFixed(),
    currency,
    gross: isDividend ? amount.neg().toFixed() : gross.abs().toFixed(),
    fees: isDividend ? '0' : amount.minus(gross).toFixed(),
    problem: ticker ? null : 'The line has no security',
    skipped: isDividend && amount.isZero() ? 'The amount is 0' : null,
  };
}

function paymentLine(
  transaction: SureTransaction,
  currencyOf: (transaction: SureTransaction) => string,
  arriving: SureTransaction | undefined,
): Line {
  const { id, account_id: account, date, name, notes } = transaction;
  const amount = new Decimal(transaction.amount);
  const texts = [optionalText(name), optionalText(notes)].filter((text) => text !== null);
  const line: Line = {
    ...blankLine,
    id: idOf(id),
    kind: amount.gt(0) ? 'withdrawal' : 'deposit',
    date: date.slice(0, 10),
    account,
    moneyAccount: account,
    currency: currencyOf(transaction),
    gross: amount.abs().toFixed(),
    note: texts.length === 0 ? null : texts.join('. '),
    skipped: amount.isZero() ? 'The amount is 0' : null,
  };
  if (!arriving) return { ...line, asked: nameKey(transaction) };
  return {
    ...line,
    kind: 'move_cash',
    toAccount: arriving.account_id,
    toAmount: new Decimal(arriving.amount).abs().toFixed(),
    toCurrency: currencyOf(arriving),
    arrivingId: idOf(arriving.id),
  };
}

const nameKey = ({ name }: SureTransaction) => `type:${cleanText(name ?? '').slice(0, 150)}`;

/** Names of payments that are asked about: the most frequent ones. */
const maxNames = 100;

function questionsOf({ accounts, transactions, transfers }: SureExport): FileQuestion[] {
  const paired = new Set(
    transfers.flatMap((each) => [each.inflow_transaction_id, each.outflow_transaction_id]),
  );
  const isInvestment = new Map(
    accounts.map(({ id, accountable_type: type }) => [id, investments.has(type ?? '')]),
  );
  const alone = transactions.filter(
    ({ id, account_id }) => !paired.has(id ?? '') && isInvestment.get(account_id),
  );
  const names = [...Map.groupBy(alone, nameKey)].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    ...accounts
      .filter(({ id }) => isInvestment.get(id) === false)
      .map(
        ({ id, name, accountable_type: type }): FileQuestion => ({
          key: `account:${id}`,
          kind: 'account',
          text: `${cleanText(name ?? '') || 'An account'} is no investment account (${cleanText(type ?? '') || 'other'}). Do you want it?`,
          choices: [
            { value: 'take', label: 'Take it' },
            { value: 'skip', label: 'Leave it out' },
          ],
          default: 'skip',
        }),
      ),
    ...names.slice(0, maxNames).map(
      ([key, list]): FileQuestion => ({
        key,
        kind: 'type',
        text: `What is "${key.slice('type:'.length) || 'a payment without a name'}" (${list.length === 1 ? '1 payment' : `${list.length.toLocaleString('en-US')} payments`})?`,
        choices: [
          { value: 'deposit', label: 'Money paid in or out' },
          { value: 'interest', label: 'Interest' },
          { value: 'fee', label: 'A fee' },
          { value: 'tax', label: 'A tax' },
          { value: 'skip', label: 'Leave it out' },
        ],
        default: 'deposit',
      }),
    ),
  ];
}
