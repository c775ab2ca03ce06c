/**
 * Yahoo's symbol suffixes of the home exchanges by country of the ISIN, the main exchange first; exchanges in the USA
 * have no suffix. Many companies of the Netherlands, Ireland, Luxembourg and the islands are listed only abroad.
 * Source: Yahoo's "Exchanges and data providers on Yahoo Finance".
 */
const homeSuffixes: Readonly<Record<string, readonly string[]>> = {
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

/** `listings` of `isin`, those at home exchanges first, in the order of `homeSuffixes`; the others as given. */
export function primaryFirst<T extends { readonly symbol: string }>(
  isin: string,
  listings: readonly T[],
): T[] {
  const suffixes = homeSuffixes[isin.slice(0, 2)] ?? [];
  const rank = ({ symbol }: T) => {
    const index = suffixes.indexOf(/\.[A-Z]+$/.exec(symbol)?.[0] ?? '');
    return index === -1 ? suffixes.length : index;
  };
  return listings.toSorted((a, b) => rank(a) - rank(b));
}
