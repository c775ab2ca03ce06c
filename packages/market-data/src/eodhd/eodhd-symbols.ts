import { isSymbol } from '../symbols/symbols.ts';

/** An exchange of EODHD and the suffix that Yahoo gives to its symbols. */
export interface EodhdExchange {
  readonly code: string;
  readonly suffix: string;
  readonly name: string;
  readonly currency: string;
  readonly timezone: string;
}

type Row = readonly [code: string, suffix: string, name: string, currency: string, timezone: string];

const rows: readonly Row[] = [
  ['US', '', 'US', 'USD', 'America/New_York'],
  ['XETRA', '.DE', 'XETRA', 'EUR', 'Europe/Berlin'],
  ['F', '.F', 'Frankfurt', 'EUR', 'Europe/Berlin'],
  ['LSE', '.L', 'London Stock Exchange', 'GBp', 'Europe/London'],
  ['PA', '.PA', 'Euronext Paris', 'EUR', 'Europe/Paris'],
  ['AS', '.AS', 'Euronext Amsterdam', 'EUR', 'Europe/Amsterdam'],
  ['BR', '.BR', 'Euronext Brussels', 'EUR', 'Europe/Brussels'],
  ['LS', '.LS', 'Euronext Lisbon', 'EUR', 'Europe/Lisbon'],
  ['IR', '.IR', 'Euronext Dublin', 'EUR', 'Europe/Dublin'],
  ['OL', '.OL', 'Oslo Børs', 'NOK', 'Europe/Oslo'],
  ['MC', '.MC', 'Bolsa de Madrid', 'EUR', 'Europe/Madrid'],
  ['SW', '.SW', 'SIX Swiss Exchange', 'CHF', 'Europe/Zurich'],
  ['VI', '.VI', 'Wiener Börse', 'EUR', 'Europe/Vienna'],
  ['ST', '.ST', 'Nasdaq Stockholm', 'SEK', 'Europe/Stockholm'],
  ['HE', '.HE', 'Nasdaq Helsinki', 'EUR', 'Europe/Helsinki'],
  ['CO', '.CO', 'Nasdaq Copenhagen', 'DKK', 'Europe/Copenhagen'],
  ['WAR', '.WA', 'Warsaw Stock Exchange', 'PLN', 'Europe/Warsaw'],
  ['TO', '.TO', 'Toronto Stock Exchange', 'CAD', 'America/Toronto'],
  ['V', '.V', 'TSX Venture Exchange', 'CAD', 'America/Toronto'],
  ['SA', '.SA', 'B3', 'BRL', 'America/Sao_Paulo'],
  ['MX', '.MX', 'Bolsa Mexicana de Valores', 'MXN', 'America/Mexico_City'],
  ['AU', '.AX', 'Australian Securities Exchange', 'AUD', 'Australia/Sydney'],
  ['HK', '.HK', 'Hong Kong Stock Exchange', 'HKD', 'Asia/Hong_Kong'],
  ['SHG', '.SS', 'Shanghai Stock Exchange', 'CNY', 'Asia/Shanghai'],
  ['SHE', '.SZ', 'Shenzhen Stock Exchange', 'CNY', 'Asia/Shanghai'],
  ['KO', '.KS', 'Korea Exchange', 'KRW', 'Asia/Seoul'],
  ['KQ', '.KQ', 'KOSDAQ', 'KRW', 'Asia/Seoul'],
  ['TW', '.TW', 'Taiwan Stock Exchange', 'TWD', 'Asia/Taipei'],
  ['JSE', '.JO', 'Johannesburg Stock Exchange', 'ZAc', 'Africa/Johannesburg'],
];

const exchanges: readonly EodhdExchange[] = rows.map(([code, suffix, name, currency, timezone]) => ({
  code,
  suffix,
  name,
  currency,
  timezone,
}));

/** Quoted all over the world: the time zone only decides when a day has ended. */
const indices = { code: 'INDX', suffix: '', name: 'Index', currency: 'USD', timezone: 'America/New_York' };
const currencies = { code: 'FOREX', suffix: '=X', name: 'Forex', currency: 'USD', timezone: 'UTC' };

export interface EodhdSymbol {
  /** `AAPL.US`. */
  readonly ticker: string;
  readonly exchange: EodhdExchange;
}

/** EODHD's ticker of a symbol in Yahoo's form; null if EODHD has no such exchange. */
export function toEodhd(symbol: string): EodhdSymbol | null {
  if (symbol.startsWith('^')) return { ticker: `${symbol.slice(1)}.INDX`, exchange: indices };
  const pair = /^([A-Z]{6})=X$/.exec(symbol)?.[1];
  if (pair !== undefined) {
    return { ticker: `${pair}.FOREX`, exchange: { ...currencies, currency: pair.slice(3) } };
  }
  const [, code, suffix = ''] = /^([A-Z0-9&-]+)(\.[A-Z]+)?$/.exec(symbol) ?? [];
  const exchange = exchanges.find((entry) => entry.suffix === suffix);
  if (code === undefined || exchange === undefined) return null;
  return { ticker: `${code}.${exchange.code}`, exchange };
}

/** The symbol in Yahoo's form and the exchange of a search result; null if this program cannot show it. */
export function fromEodhd(
  code: string,
  exchangeCode: string,
): { symbol: string; exchange: EodhdExchange } | null {
  const exchange = [...exchanges, indices, currencies].find((entry) => entry.code === exchangeCode);
  if (exchange === undefined) return null;
  const symbol = `${exchange === indices ? '^' : ''}${code}${exchange.suffix}`.toUpperCase();
  return isSymbol(symbol) && toEodhd(symbol) !== null ? { symbol, exchange } : null;
}

/** Yahoo's code: pence are `GBp`, South African cents `ZAc`. */
export function currencyOf(code: string): string {
  return { GBX: 'GBp', ZAC: 'ZAc' }[code] ?? code;
}
