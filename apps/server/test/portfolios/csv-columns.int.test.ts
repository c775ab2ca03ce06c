import { beforeAll, expect, it } from 'vitest';
import { byHand, usePortfolios } from '../support/with-portfolios.ts';

type Row = Readonly<Record<string, unknown>>;

const portfolios = usePortfolios();
let path = '';

beforeAll(async () => {
  await portfolios().putPrices(byHand.prices);
  const id = await portfolios().create({ currency: 'EUR' }, [
    ...byHand.transactions,
    { type: 'DIVIDEND', date: '2024-01-09', symbol: 'AAA', amount: 5, taxes: 1.25, note: '=first, "net"' },
    { type: 'DIVIDEND', date: '2024-01-10', symbol: 'AAA', amount: 2, external_id: '7' },
  ]);
  path = `/portfolios/${id}`;
});

/** The rows of a list in the JSON of a path. */
async function rowsOf(name: string, list: string): Promise<Row[]> {
  const body = await portfolios().get(`${path}/${name}`);
  return body[list] as Row[];
}

/** The cell of a field: empty for null, quoted if it has a comma or a quote. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${value}` : String(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The lines of a sale: one for each lot, the taxes in the first. */
function linesOfSale({ date, symbol, taxes, lots }: Row): Row[] {
  return (lots as Row[]).map((lot, index) => ({ date, symbol, ...lot, taxes: index === 0 ? taxes : null }));
}

const withoutFields =
  (...names: string[]) =>
  (row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

interface File {
  readonly file: string;
  /** The call whose JSON has the rows. */
  readonly name: string;
  readonly list: string;
  readonly toLines: (rows: readonly Row[]) => readonly Row[];
  /** Null for the fields of the JSON. */
  readonly columns: string | null;
}

const files: readonly File[] = [
  {
    file: 'performance/days.csv',
    name: 'performance/days',
    list: 'days',
    toLines: (rows) => rows,
    columns: 'date,value_before,inflow,outflow,value,factor,index',
  },
  {
    file: 'realised.csv',
    name: 'realised',
    list: 'sales',
    toLines: (rows) => rows.toReversed().flatMap(linesOfSale),
    columns: 'date,symbol,bought_on,days_held,quantity,proceeds,cost,gain,taxes',
  },
  {
    file: 'dividends.csv',
    name: 'dividends',
    list: 'received',
    toLines: (rows) => rows.toReversed(),
    columns: null,
  },
  {
    file: 'holdings.csv',
    name: 'holdings',
    list: 'holdings',
    toLines: (rows) => rows.map(withoutFields('lots', 'badges')),
    columns: null,
  },
];

it.each(files)('has in every column of $file what the JSON has', async ({ file, name, list, ...each }) => {
  const lines = each.toLines(await rowsOf(name, list));
  expect(lines.length).toBeGreaterThan(0);
  const header = each.columns?.split(',') ?? Object.keys(lines[0] ?? {});
  const { text } = await portfolios().harness.rest('GET', `${path}/${file}`, { token: portfolios().token });
  const expected = lines.map((line) => header.map((column) => cellOf(line[column])).join(','));
  expect(text.split('\r\n')).toEqual([header.join(','), ...expected, '']);
});
