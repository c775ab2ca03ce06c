import initSqlite from '@sqlite.org/sqlite-wasm';
import type { PpTestBook, PpTestEntry } from './pp-book.ts';
import { zip } from './zip.ts';

interface ToldTrade {
  readonly type: 'BUY' | 'SELL';
  readonly date: string;
  readonly quantity: string;
  readonly price: string;
  readonly fee: string;
}

interface ToldPayment {
  readonly type: 'DIVIDEND' | 'DEPOSIT' | 'WITHDRAWAL';
  readonly date: string;
  readonly amount: string;
}

/** One transaction of a book that is told in the files of several programs. Money is in euros. */
export type ToldEntry = ToldTrade | ToldPayment;

/** A book of one account that trades SAP on Xetra. */
export const toldBook: readonly ToldEntry[] = [
  { type: 'DEPOSIT', date: '2024-01-02', amount: '5000' },
  { type: 'BUY', date: '2024-01-08', quantity: '10', price: '141.5', fee: '1' },
  { type: 'BUY', date: '2024-02-12', quantity: '2.5', price: '165.2', fee: '1' },
  { type: 'DIVIDEND', date: '2024-05-17', amount: '27.5' },
  { type: 'SELL', date: '2024-06-03', quantity: '4', price: '170', fee: '1.5' },
  { type: 'WITHDRAWAL', date: '2024-06-10', amount: '250' },
];

const isTrade = (entry: ToldEntry): entry is ToldTrade => 'quantity' in entry;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A CSV file of Yahoo Finance, newest first. */
export function writeYahoo(
  book: readonly ToldEntry[],
  { hasTypes = true, rows = [] }: { readonly hasTypes?: boolean; readonly rows?: readonly string[] } = {},
): Uint8Array {
  const header =
    'Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment';
  const trades = book.toReversed().flatMap((entry) => {
    if (!isTrade(entry)) return [];
    const day = entry.date.replaceAll('-', '');
    const sign = entry.type === 'SELL' && !hasTypes ? '-' : '';
    const quote = 'SAP.DE,180.1,2024/06/28,17:35 CEST,0.5,179,181,178,1000';
    const type = hasTypes ? `,${entry.type}` : '';
    return [`${quote},${day},${entry.price},${sign}${entry.quantity},${entry.fee},,,${type}`];
  });
  return bytesOf([`${header}${hasTypes ? ',Transaction Type' : ''}`, ...trades, ...rows].join('\n'));
}

/** A report of all trades of Sharesight, with decimal commas or in the older form. */
export function writeSharesight(
  book: readonly ToldEntry[],
  { isOld = false, rows = [] }: { readonly isOld?: boolean; readonly rows?: readonly string[] } = {},
): Uint8Array {
  const number = (text: string) => (isOld ? text : `"${text.replace('.', ',')}"`);
  const header = isOld
    ? 'Market,Code,Name,Type,Date,Quantity,Price *,Brokerage *,Currency,Exchange Rate,Value,,Comments'
    : 'Market,Code,Name,Type,Date,Quantity,Price,Instrument Currency,Cost base per share (EUR),Brokerage,Brokerage Currency,Exchange Rate,Value,,Comments';
  const trades = book.flatMap((entry) => {
    if (!isTrade(entry)) return [];
    const { date, quantity, price, fee, type } = entry;
    const day = date.split('-').toReversed().join('/');
    const shares = number(`${type === 'SELL' ? (isOld ? '-' : '−') : ''}${quantity}`);
    const start = `XETR,SAP,SAP SE,${type === 'BUY' ? 'Buy' : 'Sell'},${day},${shares},${number(price)}`;
    return isOld
      ? [`${start},${number(fee)},EUR,1,0,,`]
      : [`${start},EUR,"0,00",${number(fee)},EUR,"1,000000","0,00",All Trades,`];
  });
  const title = 'Depot - All Trades Report between 01/01/2024 and 28/06/2024';
  return bytesOf([title, '', header, ...trades, ...rows].join('\n'));
}

/** An export of Sure, or of Maybe, which names neither the exchange nor the security. */
export function writeSure(
  book: readonly ToldEntry[],
  {
    isMaybe = false,
    entries = [],
  }: { readonly isMaybe?: boolean; readonly entries?: readonly object[] } = {},
): Uint8Array {
  const account = {
    id: 'a1',
    name: 'Depot',
    currency: 'EUR',
    accountable_type: 'Investment',
    balance: '0.0',
  };
  const common = (index: number, date: string) => ({
    id: `t${index}`,
    account_id: 'a1',
    date,
    currency: 'EUR',
  });
  const security = isMaybe
    ? { ticker: 'SAP' }
    : { ticker: 'SAP', security_name: 'SAP SE', exchange_operating_mic: 'XETR' };
  const told = book.map((entry, index) => {
    const { date } = entry;
    if (isTrade(entry)) {
      const qty = entry.type === 'BUY' ? Number(entry.quantity) : -Number(entry.quantity);
      const amount = (qty * Number(entry.price) + Number(entry.fee)).toFixed(4);
      const trade = { ...common(index, date), ...security, qty: String(qty), price: entry.price, amount };
      return { type: 'Trade', data: trade };
    }
    if (entry.type === 'DIVIDEND') {
      const trade = {
        ...common(index, date),
        ...security,
        qty: '0.0',
        price: '0.0',
        amount: `-${entry.amount}`,
      };
      return { type: 'Trade', data: trade };
    }
    const amount = entry.type === 'DEPOSIT' ? `-${entry.amount}` : entry.amount;
    return { type: 'Transaction', data: { ...common(index, date), amount, name: 'Transfer', notes: null } };
  });
  const lines = [{ type: 'Account', data: account }, ...told, { type: 'Valuation', data: {} }, ...entries];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return zip([
    { name: 'accounts.csv', bytes: bytesOf('id,name') },
    { name: 'all.ndjson', bytes: bytesOf(text) },
  ]);
}

/** An activity of Wealthfolio with the names of its table. */
interface ToldActivity {
  readonly [column: string]: string | number | null;
}

const activitiesOf = (book: readonly ToldEntry[]): ToldActivity[] =>
  book.map((entry, index) => ({
    id: `t${index}`,
    account_id: 'a1',
    asset_id: isTrade(entry) || entry.type === 'DIVIDEND' ? 's1' : null,
    activity_type: entry.type,
    status: 'POSTED',
    activity_date: `${entry.date}T00:00:00Z`,
    quantity: 'quantity' in entry ? entry.quantity : null,
    unit_price: 'price' in entry ? entry.price : null,
    amount: 'amount' in entry ? entry.amount : null,
    fee: 'fee' in entry ? entry.fee : '0',
    currency: 'EUR',
  }));

/** The activities of Wealthfolio as JSON. */
export function writeWealthfolioJson(book: readonly ToldEntry[], more: readonly object[] = []): Uint8Array {
  const activities = activitiesOf(book).map((row) => ({
    id: row.id,
    accountId: row.account_id,
    accountName: 'Depot',
    accountCurrency: 'EUR',
    assetId: row.asset_id,
    assetSymbol: row.asset_id === null ? null : 'SAP',
    assetName: 'SAP SE',
    exchangeMic: 'XETR',
    activityType: row.activity_type,
    status: row.status,
    date: row.activity_date,
    quantity: row.quantity,
    unitPrice: row.unit_price,
    amount: row.amount,
    fee: row.fee,
    currency: row.currency,
    comment: null,
  }));
  return bytesOf(JSON.stringify([...activities, ...more]));
}

const schema = `
create table accounts (id text primary key, name text not null, account_type text, currency text not null, tracking_mode text not null);
create table activities (id text primary key, account_id text not null, asset_id text, activity_type text not null,
  activity_type_override text, subtype text, status text not null, activity_date text not null, quantity text, unit_price text,
  amount text, fee text, tax text, currency text not null, fx_rate text, notes text, source_group_id text, metadata text,
  created_at text);
create table assets (id text primary key, kind text, name text, display_code text, notes text, metadata text, quote_mode text,
  quote_ccy text, instrument_type text, instrument_symbol text, instrument_exchange_mic text,
  instrument_key text generated always as (instrument_type || ':' || instrument_symbol) stored, provider_config text);
create unique index idx_assets_instrument_key on assets (instrument_key) where instrument_key is not null;
create table quotes (id text primary key, asset_id text, day text, close text, currency text, timestamp text);
create table taxonomies (id text primary key, name text, is_system integer, sort_order integer);
create table taxonomy_categories (id text, taxonomy_id text, parent_id text, name text, sort_order integer);
create table asset_taxonomy_assignments (id text primary key, asset_id text, taxonomy_id text, category_id text, weight integer);
insert into accounts values ('a1', 'Depot', 'SECURITIES', 'EUR', 'TRANSACTIONS');
insert into assets values ('s1', 'INVESTMENT', 'SAP SE', 'SAP', null, null, 'MARKET', 'EUR', 'EQUITY', 'SAP', 'XETR', null);
`;

/** A backup of Wealthfolio. `sql` changes it after that. */
export async function writeWealthfolioBackup(book: readonly ToldEntry[], sql = ''): Promise<Uint8Array> {
  const { capi, oo1 } = await initSqlite();
  const database = new oo1.DB();
  database.exec(schema);
  for (const row of activitiesOf(book)) {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const statement = `insert into activities (${columns.join(', ')}) values (${places})`;
    database.exec(statement, { bind: Object.values(row) });
  }
  if (sql !== '') database.exec(sql);
  const bytes = capi.sqlite3_js_db_export(database);
  database.close();
  return bytes;
}

/** An export of Ghostfolio, whose money is a balance of its last day. */
export function writeGhostfolio(book: readonly ToldEntry[]): Uint8Array {
  const activities = book.flatMap((entry, index) => {
    if (entry.type === 'DEPOSIT' || entry.type === 'WITHDRAWAL') return [];
    const [quantity, price, fee] = isTrade(entry)
      ? [entry.quantity, entry.price, entry.fee]
      : ['1', entry.amount, '0'];
    return [
      {
        id: `t${index}`,
        accountId: 'a1',
        type: entry.type,
        date: `${entry.date}T00:00:00.000Z`,
        quantity: Number(quantity),
        unitPrice: Number(price),
        fee: Number(fee),
        currency: 'EUR',
        dataSource: 'YAHOO',
        symbol: 'SAP.DE',
      },
    ];
  });
  const accounts = [{ id: 'a1', name: 'Depot', currency: 'EUR' }];
  return bytesOf(JSON.stringify({ meta: { date: '2024-06-28', version: '3.0.0' }, accounts, activities }));
}

/** A whole number of a decimal text with so many more digits. */
const scaled = (text: string, digits: number) => BigInt(Math.round(Number(text) * 10 ** digits));

/** The book as Portfolio Performance keeps it: the money is in an account beside the shares. */
export function toldPpBook(book: readonly ToldEntry[]): PpTestBook {
  const entries = book.map((entry, index): PpTestEntry => {
    const { date } = entry;
    const common = { uuid: `t${index}`, date, account: 'a1', currency: 'EUR' };
    if (!isTrade(entry)) {
      const amount = scaled(entry.amount, 2);
      if (entry.type === 'DIVIDEND') return { ...common, type: 'DIVIDENDS', security: 's1', amount };
      return { ...common, type: entry.type === 'DEPOSIT' ? 'DEPOSIT' : 'REMOVAL', amount };
    }
    const fee = scaled(entry.fee, 2);
    const gross = scaled(String(Number(entry.quantity) * Number(entry.price)), 2);
    return {
      ...common,
      type: entry.type === 'BUY' ? 'buy' : 'sell',
      otherUuid: `u${index}`,
      portfolio: 'p1',
      security: 's1',
      amount: entry.type === 'BUY' ? gross + fee : gross - fee,
      shares: scaled(entry.quantity, 8),
      units: [{ type: 'FEE', amount: fee }],
    };
  });
  return {
    version: 70,
    baseCurrency: 'EUR',
    securities: [{ uuid: 's1', name: 'SAP SE', currency: 'EUR', ticker: 'SAP.DE', feed: 'YAHOO' }],
    accounts: [{ uuid: 'a1', name: 'Giro', currency: 'EUR' }],
    portfolios: [{ uuid: 'p1', name: 'Depot', reference: 'a1' }],
    entries,
  };
}
