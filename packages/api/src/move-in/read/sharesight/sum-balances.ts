import { readDate } from '#src/portfolios/imports/read/dates.ts';
import type { Balances } from '../../form.ts';
import { scaled } from '../scaled.ts';
import type { SharesightRow } from './rows.ts';

const decimals = 12;

/** The shares of each code as the rows up to a day add up, in whole numbers. The rows of splits tell what they add. */
export function sumShares(rows: readonly SharesightRow[], lastDay: string): Balances['shares'] {
  const sums = new Map<string, { readonly account: string; readonly security: string; parts: bigint }>();
  for (const { account, record, number } of rows) {
    const text = number('Quantity');
    const date = readDate(record.cell('Date'), 'day_first');
    const isCounted = /^(buy|sell|split)$/i.test(record.cell('Type'));
    if (text === null || date === null || date > lastDay || !isCounted) continue;
    const security = `${record.cell('Market')}:${record.cell('Code')}`;
    const key = `${account}\n${security}`;
    const sum = sums.get(key) ?? { account, security, parts: 0n };
    sums.set(key, sum);
    const parts = partsOf(text);
    const isSale = /^sell$/i.test(record.cell('Type'));
    sum.parts += isSale && parts > 0n ? -parts : parts;
  }
  return [...sums.values()].map(({ account, security, parts }) => ({
    account,
    security,
    quantity: scaled(parts, decimals),
  }));
}

function partsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const parts = BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  return text.startsWith('-') ? -parts : parts;
}
