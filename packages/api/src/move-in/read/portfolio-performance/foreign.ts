import { Decimal } from '../../decimal.ts';
import type { ForeignPrice } from '../../form.ts';
import { scaled } from '../scaled.ts';
import type { PpLeg } from './client.ts';

/** Decimals of a stored rate. */
const rateDecimals = 12;

/** A rate that differs more from that of the two amounts is another one, not a rounded one. */
const maxDifference = 0.01;

/** The currency and the rate of a trade's price, with the warning of a rate that contradicts the amounts. */
export function foreignOf(
  { units, currency, date, security }: PpLeg,
  gross: bigint,
): { readonly foreign: ForeignPrice | null; readonly warning: string | null } {
  const unit = units.find(({ type, forex }) => type === 'GROSS_VALUE' && forex !== null);
  const forex = unit?.forex;
  if (!unit || !forex || forex.currency === '' || forex.currency === currency) {
    return { foreign: null, warning: null };
  }
  const stated = new Decimal(forex.rate);
  const amount = unit.amount === 0n ? gross : unit.amount;
  const exact =
    forex.amount > 0n && amount > 0n ? new Decimal(amount.toString()).div(forex.amount.toString()) : null;
  if (!exact && !stated.gt(0)) return { foreign: null, warning: null };
  const isOther = exact !== null && stated.gt(0) && stated.div(exact).minus(1).abs().gt(maxDifference);
  const rate = exact && !isOther ? exact : stated;
  return {
    foreign: { currency: forex.currency, rate: rate.toDecimalPlaces(rateDecimals).toFixed() },
    warning: isOther
      ? `The trade of ${security?.name ?? 'a security'} on ${date} has the rate ${forex.rate}, which its amounts contradict`
      : null,
  };
}

/** The foreign amount of a line that has no place for it, with its rate. */
export function foreignText({ units, currency }: PpLeg): string | null {
  const forex = units.find(({ type, forex }) => type === 'GROSS_VALUE' && forex !== null)?.forex;
  if (!forex) return null;
  return `${scaled(forex.amount, 2)} ${forex.currency}, rate ${new Decimal(forex.rate).toFixed()} ${currency}`;
}
