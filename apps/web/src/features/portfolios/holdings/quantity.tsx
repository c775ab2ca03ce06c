import { useIsNominal } from '../api/nominal.ts';
import { formatQuotedPrice } from '../format.ts';
import type { Holding } from './types.ts';

/** The name of the quantity of a stock: that of a bond is its nominal value. */
export function QuantityName({ symbol }: { symbol: string }) {
  return useIsNominal(symbol) ? 'Nominal' : 'Shares';
}

/** Below a quantity in a column of shares: what it is if not shares. */
export function NominalMark({ symbol }: { symbol: string }) {
  return useIsNominal(symbol) && <span className="block text-xs font-normal text-muted">Nominal</span>;
}

/** The price of a holding: money, or per cent of the nominal value. */
export function UnitPrice({ holding }: { holding: Pick<Holding, 'symbol' | 'price' | 'price_currency'> }) {
  const { symbol, price, price_currency: currency } = holding;
  return formatQuotedPrice(price, currency, useIsNominal(symbol) === true);
}
