import { isSymbol } from '../symbols/symbols.ts';

/**
 * Yahoo's symbol suffix by OpenFIGI's exchange code (Bloomberg's, for single exchanges and for countries). Sources:
 * OpenFIGI's "Exchange Codes", Yahoo's "Exchanges and data providers on Yahoo Finance".
 */
const suffixes: Readonly<Record<string, string>> = {
  AT: '.AX',
  AU: '.AX',
  AV: '.VI',
  BB: '.BR',
  BS: '.SA',
  BZ: '.SA',
  CN: '.TO',
  CT: '.TO',
  CV: '.V',
  DC: '.CO',
  FH: '.HE',
  FP: '.PA',
  GA: '.AT',
  GF: '.F',
  GR: '.DE',
  GY: '.DE',
  HK: '.HK',
  ID: '.IR',
  IB: '.BO',
  IJ: '.JK',
  IM: '.MI',
  IS: '.NS',
  IT: '.TA',
  JP: '.T',
  JT: '.T',
  KP: '.KS',
  KQ: '.KQ',
  LN: '.L',
  MF: '.MX',
  MM: '.MX',
  NA: '.AS',
  NO: '.OL',
  NZ: '.NZ',
  PL: '.LS',
  PW: '.WA',
  SE: '.SW',
  SJ: '.JO',
  SM: '.MC',
  SP: '.SI',
  SS: '.ST',
  SW: '.SW',
  TB: '.BK',
  TI: '.IS',
  TT: '.TW',
  UA: '',
  UN: '',
  UP: '',
  UQ: '',
  UR: '',
  US: '',
  UV: '',
  UW: '',
};

/**
 * Yahoo's symbol of a listing, for example `BRK-B` for `BRK/B` at `UN`, `0700.HK` for `700` at `HK` and `NOVO-B.CO` for
 * `NOVOB` at `DC`; null if the exchange is not at Yahoo.
 */
export function yahooSymbol({ ticker, exchCode }: { ticker: string; exchCode: string }): string | null {
  const suffix = suffixes[exchCode];
  if (suffix === undefined) return null;
  const symbol = tickerAtYahoo(ticker.toUpperCase(), exchCode) + suffix;
  return isSymbol(symbol) ? symbol : null;
}

function tickerAtYahoo(ticker: string, exchCode: string): string {
  // London ends short tickers with a slash: BP/ is BP.L.
  const name = ticker.replace(/\/$/, '').replaceAll(/[/ ]/g, '-');
  if (exchCode === 'HK') return name.padStart(4, '0');
  // Stockholm and Copenhagen append the share class without a separator.
  if (exchCode === 'SS' || exchCode === 'DC') return name.replace(/^([A-Z]{4,})([AB])$/, '$1-$2');
  return name;
}
