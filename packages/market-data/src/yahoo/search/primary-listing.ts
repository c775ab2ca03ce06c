/**
 * The suffixes of the exchanges at which an ISIN's country of issue is at home, the main one first; the American ones
 * have none. Of the Netherlands, Ireland, Luxembourg and the islands many companies are listed abroad alone.
 * Source: Yahoo's "Exchanges and data providers on Yahoo Finance".
 */
const HOME_SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  AT: ['.VI'],
  AU: ['.AX'],
  BE: ['.BR'],
  BM: ['', '.HK'],
  BR: ['.SA'],
  CA: ['.TO', '.V', ''],
  CH: ['.SW', ''],
  CN: ['.SS', '.SZ'],
  DE: ['.DE', '.F'],
  DK: ['.CO'],
  ES: ['.MC'],
  FI: ['.HE'],
  FR: ['.PA'],
  GB: ['.L', ''],
  GR: ['.AT'],
  HK: ['.HK'],
  ID: ['.JK'],
  IE: ['.IR', '', '.L'],
  IL: ['.TA', ''],
  IN: ['.NS', '.BO'],
  IT: ['.MI'],
  JE: ['.L', ''],
  JP: ['.T'],
  KR: ['.KS', '.KQ'],
  KY: ['.HK', ''],
  LU: ['.AS', '', '.DE'],
  MX: ['.MX'],
  NL: ['.AS', '.PA', '.MI', ''],
  NO: ['.OL'],
  NZ: ['.NZ'],
  PL: ['.WA'],
  PT: ['.LS'],
  SE: ['.ST'],
  SG: ['.SI'],
  TH: ['.BK'],
  TR: ['.IS'],
  TW: ['.TW', '.TWO'],
  US: [''],
  ZA: ['.JO'],
};

/** `listings` of `isin` with those at home first, the main exchange of the country before its others; else as given. */
export function primaryFirst<T extends { readonly symbol: string }>(
  isin: string,
  listings: readonly T[],
): T[] {
  const suffixes = HOME_SUFFIXES[isin.slice(0, 2)] ?? [];
  const rank = ({ symbol }: T) => {
    const place = suffixes.indexOf(/\.[A-Z]+$/.exec(symbol)?.[0] ?? '');
    return place === -1 ? suffixes.length : place;
  };
  return listings.toSorted((left, right) => rank(left) - rank(right));
}
