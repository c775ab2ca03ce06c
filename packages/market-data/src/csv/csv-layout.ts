export type Column =
  | 'date'
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'volume'
  | 'dividend'
  | 'split'
  | 'currency'
  | 'period';

/** How a CSV file writes daily bars. */
export interface CsvLayout {
  /** The name of a column in the header, in lower case. */
  readonly columns: Readonly<Record<Column, string>>;
  /** The form of the dates, for messages. */
  readonly dateForm: string;
  /** Converts a date to `YYYY-MM-DD`; returns other text unchanged. */
  readonly readDate: (text: string) => string;
  /** Converts a number to decimal digits; returns other text unchanged. */
  readonly readNumber: (text: string) => string;
  /** The text of all prices on a day without trading, whose line is skipped. */
  readonly noPrice?: string;
}

/** The sources whose downloads are recognised, besides files with the columns themselves. */
export const recognisedSources = 'Stooq, Investing.com or Yahoo';

const unchanged = (text: string) => text;

const standard: CsvLayout = {
  columns: {
    date: 'date',
    open: 'open',
    high: 'high',
    low: 'low',
    close: 'close',
    volume: 'volume',
    dividend: 'dividend',
    split: 'split',
    currency: 'currency',
    period: '<per>',
  },
  dateForm: 'YYYY-MM-DD',
  readDate: unchanged,
  readNumber: unchanged,
};

/** Yahoo's download: lines of days without trading have `null` in every column. */
const yahoo: CsvLayout = { ...standard, noPrice: 'null' };

/** Stooq's bulk files; its downloads of one symbol have the standard columns. */
const stooq: CsvLayout = {
  columns: {
    ...standard.columns,
    date: '<date>',
    open: '<open>',
    high: '<high>',
    low: '<low>',
    close: '<close>',
    volume: '<vol>',
  },
  dateForm: 'YYYYMMDD',
  readDate: (text) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
  readNumber: unchanged,
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const volumeUnits: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** `01/31/2024` or `Jan 31, 2024`, as the edition of the USA writes dates. */
function readAmericanDate(text: string): string {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  if (month !== undefined) return `${year}-${month}-${day}`;
  const [, name = '', date, longYear] = /^([a-z]{3}) (\d{2}), (\d{4})$/i.exec(text) ?? [];
  const index = months.indexOf(name.toLowerCase());
  return index < 0 ? text : `${longYear}-${String(index + 1).padStart(2, '0')}-${date}`;
}

/** `1,234.50`, `1.2M`, or `-` for none. */
function readInvestingNumber(text: string): string {
  if (text === '-') return '';
  const digits = text.replace(/^\d{1,3}(?:,\d{3})+(?=\D|$)/, (thousands) => thousands.replaceAll(',', ''));
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([KMBT])$/i.exec(digits) ?? [];
  const factor = volumeUnits[unit.toUpperCase()];
  return factor === undefined ? digits : String(Math.round(Number(number) * factor));
}

const investing: CsvLayout = {
  columns: { ...standard.columns, close: 'price', volume: 'vol.' },
  dateForm: 'MM/DD/YYYY',
  readDate: readAmericanDate,
  readNumber: readInvestingNumber,
};

/** The layout of a file by the names in its header, in lower case. */
export function layoutOf(header: readonly string[]): CsvLayout {
  if (header.includes('<ticker>') && header.includes('<date>')) return stooq;
  if (header.includes('price') && header.includes('vol.')) return investing;
  return header.includes('adj close') ? yahoo : standard;
}
