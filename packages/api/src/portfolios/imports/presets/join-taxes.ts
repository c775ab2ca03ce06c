import { isNegative, isZero, negated, sum } from '../read/money.ts';
import { type ReadRow, skip } from '../read/rows.ts';

const keyOf = ({ values }: ReadRow) => `${values?.date} ${values?.isin} ${values?.currency}`;

/**
 * Joins the taxes that were withheld from dividends to the dividend of the same date, security and currency. A tax
 * without a dividend, or that came back as a whole, stays a transaction of its own.
 */
export function joinWithheldTaxes(rows: readonly ReadRow[]): void {
  const dividends = new Map<string, ReadRow>();
  for (const row of rows) {
    if (row.values?.type === 'DIVIDEND' && row.values.isin !== null && !dividends.has(keyOf(row))) {
      dividends.set(keyOf(row), row);
    }
  }
  const taxes = Map.groupBy(
    rows.filter((row) => row.values?.type === 'TAX' && dividends.has(keyOf(row))),
    keyOf,
  );
  for (const [key, withheld] of taxes) {
    const dividend = dividends.get(key);
    // Amounts have the sign of the account: what is withheld is negative.
    const total = negated(sum(...withheld.map(({ values }) => values?.amount ?? null)));
    if (!dividend?.values || isNegative(total)) continue;
    if (!isZero(total)) dividend.values.taxes = sum(dividend.values.taxes, total);
    for (const row of withheld) skip(row, `Joined to the dividend in line ${dividend.line}`);
  }
}
