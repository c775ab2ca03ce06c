/** Suffixes of Yahoo's symbols by the code of an exchange (ISO 10383); an empty one for the exchanges of the USA. */
const suffixes: Readonly<Record<string, string>> = {
  XNAS: '',
  XNGS: '',
  XNMS: '',
  XNCM: '',
  XNYS: '',
  ARCX: '',
  BATS: '',
  XASE: '',
  OTCM: '',
  XAMS: '.AS',
  XASX: '.AX',
  XBKK: '.BK',
  XBOM: '.BO',
  XBRU: '.BR',
  XNEC: '.CN',
  XCNQ: '.CN',
  XCSE: '.CO',
  XETR: '.DE',
  XFRA: '.F',
  XHEL: '.HE',
  XHKG: '.HK',
  XDUB: '.IR',
  XIDX: '.JK',
  XJSE: '.JO',
  XKLS: '.KL',
  XKOS: '.KQ',
  XKRX: '.KS',
  XLON: '.L',
  XLIS: '.LS',
  XMAD: '.MC',
  XMIL: '.MI',
  MTAA: '.MI',
  XMEX: '.MX',
  XNSE: '.NS',
  XNZE: '.NZ',
  XOSL: '.OL',
  XPAR: '.PA',
  BVMF: '.SA',
  XSES: '.SI',
  XSHG: '.SS',
  XSTO: '.ST',
  XSTU: '.SG',
  XSWX: '.SW',
  XVTX: '.SW',
  XSHE: '.SZ',
  XTKS: '.T',
  XTAE: '.TA',
  XTSE: '.TO',
  XTAI: '.TW',
  XTSX: '.V',
  XWBO: '.VI',
  XWAR: '.WA',
};

/** The symbol of Yahoo of a ticker at an exchange; null if the exchange is not known. */
export function symbolAt(mic: string, ticker: string): string | null {
  const suffix = Object.hasOwn(suffixes, mic) ? suffixes[mic] : undefined;
  if (suffix === undefined || ticker === '') return null;
  // Some programs write the suffix already.
  if (suffix !== '' && ticker.endsWith(suffix)) return ticker;
  const code = ticker.replaceAll(/[./]/g, '-');
  return `${mic === 'XHKG' ? code.padStart(4, '0') : code}${suffix}`;
}
