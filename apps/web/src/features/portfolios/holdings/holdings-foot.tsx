import { cn } from '#lib/cn.ts';
import { formatGain, formatMoney, formatShareOf, formatSignedPercent, toneOf } from '../format.ts';
import type { CashBalance, ValuedHoldings } from './types.ts';

const cell = 'px-3 py-2 whitespace-nowrap';

interface FootProps {
  list: Omit<ValuedHoldings, 'holdings'>;
  currency: string;
}

/** The rows of cash and the totals, by the columns of the table of holdings. */
export function HoldingsFoot({ list, currency }: FootProps) {
  const { cash, totals } = list;
  return (
    <>
      {cash.length > 0 && (
        <tbody className="divide-y divide-line border-t border-line">
          {cash.map((balance) => (
            <tr key={balance.currency}>
              <th scope="row" className={cn(cell, 'text-left font-medium')}>
                Cash in {balance.currency}
              </th>
              <td colSpan={2} className={cell}>
                {formatMoney(balance.amount, balance.currency)}
              </td>
              <td className={cell}>{formatMoney(balance.value, currency)}</td>
              <td className={cell}>{formatShareOf(balance.weight_percent)}</td>
              <td colSpan={5} />
            </tr>
          ))}
        </tbody>
      )}
      <tfoot className="border-t-2 border-line font-semibold">
        <tr>
          <th scope="row" className={cn(cell, 'text-left')}>
            Total
          </th>
          <td colSpan={2} />
          <td className={cell}>{formatMoney(totals.value, currency)}</td>
          <td />
          <td className={cell}>{formatMoney(totals.cost, currency)}</td>
          <td className={cn(cell, toneOf(totals.unrealised))}>{formatGain(totals.unrealised, currency)}</td>
          <td className={cn(cell, toneOf(totals.unrealised_percent))}>
            {formatSignedPercent(totals.unrealised_percent)}
          </td>
          <td />
          <td className={cn(cell, toneOf(totals.day_change))}>
            {totals.day_change === null
              ? '–'
              : `${formatGain(totals.day_change, currency)} (${formatSignedPercent(totals.day_change_percent)})`}
          </td>
        </tr>
      </tfoot>
    </>
  );
}

/** Cash and totals on a phone. */
export function HoldingsSummary({ list, currency }: FootProps) {
  const { cash, totals } = list;
  const rows = [
    ...cash.map((balance) => cashRow(balance, currency)),
    ['Value', formatMoney(totals.value, currency)],
    ['Cost', formatMoney(totals.cost, currency)],
    [
      'Unrealised',
      `${formatGain(totals.unrealised, currency)} (${formatSignedPercent(totals.unrealised_percent)})`,
    ],
    [
      'Today',
      totals.day_change === null
        ? '–'
        : `${formatGain(totals.day_change, currency)} (${formatSignedPercent(totals.day_change_percent)})`,
    ],
  ] as const;
  return (
    <dl className="numeric divide-y divide-line rounded-lg border border-line bg-surface px-3 text-sm">
      {rows.map(([label, text]) => (
        <div key={label} className="flex justify-between gap-4 py-2">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function cashRow({ currency: of, amount, value }: CashBalance, currency: string): [string, string] {
  const text = formatMoney(amount, of);
  return [`Cash in ${of}`, of === currency ? text : `${text} (${formatMoney(value, currency)})`];
}
