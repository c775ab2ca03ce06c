/** Names that brokers and exchanges give to hundredths of a currency. */
const hundredths: Readonly<Record<string, string>> = {
  GBp: 'GBP',
  GBX: 'GBP',
  ZAc: 'ZAR',
  ZAC: 'ZAR',
  ILA: 'ILS',
};

/** The currency that balances and rates are kept in: GBP for GBp. */
export function mainCurrency(currency: string): string {
  return hundredths[currency] ?? currency;
}

/** Units of `currency` in one unit of its main currency: 100 or 1. */
export function unitsPerMain(currency: string): 1 | 100 {
  return currency in hundredths ? 100 : 1;
}
