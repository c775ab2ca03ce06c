import type { Balances } from '../../form.ts';
import { scaled } from '../scaled.ts';
import type { YahooRow } from './rows.ts';

/** Decimals in which shares are summed up. */
const decimals = 20;

/** The shares of each symbol as the rows add up, in whole numbers. */
export function sumShares(lots: readonly YahooRow[]): Balances['shares'] {
  const sums = new Map<string, { readonly account: string; readonly security: string; parts: bigint }>();
  for (const { account, record } of lots) {
    const security = record.cell('Symbol').toUpperCase();
    const key = `${account}\n${security}`;
    const sum = sums.get(key) ?? { account, security, parts: 0n };
    sums.set(key, sum);
    const text = record.cell('Quantity');
    const sells = !text.startsWith('-') && record.cell('Transaction Type').toUpperCase().startsWith('SELL');
    sum.parts += sells ? -partsOf(text) : partsOf(text);
  }
  return [...sums.values()].map(({ account, security, parts }) => ({
    account,
    security,
    quantity: scaled(parts, decimals),
  }));
}

/** A number in parts of 10^-20: `9.0E-6` too. */
function partsOf(text: string): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([-+]?)(\d+)(?:\.(\d*))?(?:E([-+]?\d{1,2}))?$/i.exec(text) ?? [];
  const zeros = decimals + Number(exponent) - fraction.length;
  const digits = `${whole}${fraction}` || '0';
  const parts = BigInt(
    zeros >= 0 ? digits.padEnd(digits.length + zeros, '0') : digits.slice(0, zeros) || '0',
  );
  return sign === '-' ? -parts : parts;
}
