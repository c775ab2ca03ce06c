import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { Button } from '#components/ui/button.tsx';
import { useCopy } from '#hooks/use-copy.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatPlainMoney } from '../../format.ts';

type Payments = NonNullable<PortfolioPerformance['details']>['payments'];

/** Number of the first and of the last payments that are shown; a long list has an ellipsis between them. */
const shownAtEnds = 3;

/** The payments in words, the value at the end last. */
export function describePayments(
  payments: Payments,
  { until, value_end: value }: PortfolioPerformance,
  currency: string,
): string {
  const words = payments.map(({ date, amount }) => {
    const money = formatPlainMoney(amount, currency);
    return `${date === until && amount === value ? 'value ' : ''}${money} on ${formatDate(date)}`;
  });
  const shown =
    words.length <= 2 * shownAtEnds
      ? words
      : [...words.slice(0, shownAtEnds), '…', ...words.slice(-shownAtEnds)];
  return shown.join('; ');
}

/** Copies the payments as two columns, date and amount, which a spreadsheet takes. */
export function CopyPayments({ payments }: { payments: Payments }) {
  const [copying, copy] = useCopy();
  const text = payments.map(({ date, amount }) => `${date}\t${amount}`).join('\n');
  const answers = { idle: '', copied: 'Copied', refused: 'The browser did not let them be copied' } as const;
  return (
    <>
      <Button size="sm" onClick={() => void copy(text)}>
        Copy payments
      </Button>
      <span role="status" className="text-muted">
        {answers[copying]}
      </span>
    </>
  );
}
