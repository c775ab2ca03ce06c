/** Suffixes of Yahoo's symbols by TradingView's exchange prefix; an empty one for the exchanges of the USA. */
const suffixes: Readonly<Record<string, string>> = {
  NASDAQ: '',
  NYSE: '',
  AMEX: '',
  ARCA: '',
  NYSEARCA: '',
  BATS: '',
  CBOE: '',
  OTC: '',
  ASX: '.AX',
  BCBA: '.BA',
  BER: '.BE',
  BIST: '.IS',
  BME: '.MC',
  BMFBOVESPA: '.SA',
  BMV: '.MX',
  BSE: '.BO',
  CSE: '.CN',
  DUS: '.DU',
  FWB: '.F',
  GPW: '.WA',
  HAM: '.HM',
  HKEX: '.HK',
  IDX: '.JK',
  JSE: '.JO',
  KOSDAQ: '.KQ',
  KRX: '.KS',
  LSE: '.L',
  MIL: '.MI',
  MUN: '.MU',
  MYX: '.KL',
  NEO: '.NE',
  NSE: '.NS',
  NZX: '.NZ',
  OMXCOP: '.CO',
  OMXHEX: '.HE',
  OMXICE: '.IC',
  OMXSTO: '.ST',
  OSL: '.OL',
  SET: '.BK',
  SGX: '.SI',
  SIX: '.SW',
  SSE: '.SS',
  SWB: '.SG',
  SZSE: '.SZ',
  TADAWUL: '.SR',
  TASE: '.TA',
  TPEX: '.TWO',
  TSE: '.T',
  TSX: '.TO',
  TSXV: '.V',
  TWSE: '.TW',
  VIE: '.VI',
  XETR: '.DE',
};

const currencyPairs = ['FX', 'FX_IDC', 'OANDA', 'FOREXCOM', 'ICE'];
const cryptocurrencies = ['BINANCE', 'BITSTAMP', 'COINBASE', 'CRYPTO', 'KRAKEN'];

const indices: Readonly<Record<string, string>> = {
  'SP:SPX': '^GSPC',
  'DJ:DJI': '^DJI',
  'NASDAQ:NDX': '^NDX',
  'NASDAQ:IXIC': '^IXIC',
  'XETR:DAX': '^GDAXI',
  'TVC:UKX': '^FTSE',
  'TVC:NI225': '^N225',
  'CBOE:VIX': '^VIX',
};

/**
 * Converts `EXCHANGE:TICKER` to Yahoo's symbol; null if the exchange is not known, or, like `EURONEXT`, stands for
 * several with different suffixes.
 */
export function symbolOnExchange(exchange: string, ticker: string): string | null {
  const index = indices[`${exchange}:${ticker}`];
  if (index !== undefined) return index;
  if (currencyPairs.includes(exchange)) return `${ticker}=X`;
  if (cryptocurrencies.includes(exchange)) {
    const [, coin, currency] = /^(\w{2,6}?)(USD|EUR|GBP)T?$/.exec(ticker) ?? [];
    return coin === undefined ? null : `${coin}-${currency}`;
  }
  const suffix = suffixes[exchange];
  if (suffix === undefined) return null;
  // Share classes: `BRK.B` and `VOLV_B` are `BRK-B` and `VOLV-B.ST`. London pads two letters: `BP.` is `BP.L`.
  const symbol = ticker.replace(/\.$/, '').replaceAll(/[._/]/g, '-');
  // Hong Kong's codes have at least four digits.
  return exchange === 'HKEX' ? `${symbol.padStart(4, '0')}${suffix}` : `${symbol}${suffix}`;
}

const isUnitedStates = (exchange: string) => suffixes[exchange] === '';

const exchangeOfSuffix = new Map(
  Object.entries(suffixes).flatMap(([exchange, suffix]) =>
    suffix === '' ? [] : [[suffix, exchange] as const],
  ),
);

const indexNames = new Map(Object.entries(indices).map(([name, symbol]) => [symbol, name]));

/**
 * Converts a symbol of Yahoo to TradingView's `EXCHANGE:TICKER`, which `symbolOnExchange` converts back; the symbol
 * itself if the exchange has no name there.
 * @param exchange the stock's exchange as the provider names it
 */
export function exchangeTicker(symbol: string, exchange: string | null): string {
  const index = indexNames.get(symbol);
  if (index !== undefined) return index;
  if (symbol.endsWith('=X')) return `FX:${symbol.slice(0, -'=X'.length)}`;
  const [, root = symbol, suffix] = /^(.+)(\.[A-Z]+)$/.exec(symbol) ?? [];
  const name = suffix === undefined ? exchange : exchangeOfSuffix.get(suffix);
  if (!name || (suffix === undefined && !isUnitedStates(name))) return symbol;
  const ticker = root.replaceAll('-', name.startsWith('OMX') ? '_' : '.');
  const named = `${name}:${name === 'HKEX' ? ticker.replace(/^0+/, '') : ticker}`;
  return symbolOnExchange(name, named.slice(name.length + 1)) === symbol ? named : symbol;
}
