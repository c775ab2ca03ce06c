import type { AppRouter } from '@stockbook/api';
import type { inferRouterOutputs } from '@trpc/server';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { formatGain, formatMoney, formatShares, toneOf } from '../format.ts';
import { NominalMark } from '../holdings/quantity.tsx';

type Sale = inferRouterOutputs<AppRouter>['portfolios']['realised']['sales'][number];

interface SaleListProps {
  sales: readonly Sale[];
  currency: string;
  year: string;
}

const columns = ['Shares', 'Proceeds', 'Cost', 'Gain', 'Taxes'] as const;

/** The sales of a year; each opens the lots that it took. */
export function SaleList({ sales, currency, year }: SaleListProps) {
  return (
    <ScrollRegion label={`Sales of ${year}`} className="bg-surface">
      <table className="numeric w-full text-right text-sm">
        <caption className="sr-only">Sales of {year}, newest first</caption>
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="h-9 px-3 text-left font-medium">
              Sale
            </th>
            {columns.map((title) => (
              <th key={title} scope="col" className="px-3 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sales.map((sale, index) => (
            <SaleRows key={`${sale.date} ${sale.symbol} ${index}`} sale={sale} currency={currency} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SaleRows({ sale, currency }: { sale: Sale; currency: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { date, symbol, lots } = sale;
  const title = (
    <span>
      <span className="font-medium normal-nums">{symbol}</span>{' '}
      <span className="whitespace-nowrap text-muted">{formatDate(date)}</span>
    </span>
  );
  return (
    <>
      <tr>
        <th scope="row" className="px-3 py-1.5 text-left font-normal">
          {lots.length === 0 ? (
            title
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className="inline-flex min-h-7 items-center gap-1.5 text-left hover:text-accent pointer-coarse:min-h-11"
            >
              <ChevronRight
                aria-hidden="true"
                className={cn('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
              />
              {title}
            </button>
          )}
        </th>
        <td className="px-3 py-1.5">
          {formatShares(sale.quantity)}
          <NominalMark symbol={sale.symbol} />
        </td>
        <MoneyCells row={sale} currency={currency} />
        <td className="px-3 py-1.5 whitespace-nowrap">
          {sale.taxes === 0 ? '' : formatMoney(sale.taxes, currency)}
        </td>
      </tr>
      {isOpen &&
        lots.map((lot, index) => (
          <tr key={`${lot.bought_on} ${index}`} className="bg-sunken text-muted">
            <th scope="row" className="px-3 py-1.5 pl-9 text-left font-normal">
              bought {formatDate(lot.bought_on)}, held {formatCount(lot.days_held)}{' '}
              {lot.days_held === 1 ? 'day' : 'days'}
            </th>
            <td className="px-3 py-1.5">{formatShares(lot.quantity)}</td>
            <MoneyCells row={lot} currency={currency} />
            <td />
          </tr>
        ))}
    </>
  );
}

interface MoneyCellsProps {
  row: Pick<Sale, 'proceeds' | 'cost' | 'gain'>;
  currency: string;
}

function MoneyCells({ row, currency }: MoneyCellsProps) {
  return (
    <>
      <td className="px-3 py-1.5 whitespace-nowrap">{formatMoney(row.proceeds, currency)}</td>
      <td className="px-3 py-1.5 whitespace-nowrap">{formatMoney(row.cost, currency)}</td>
      <td className={cn('px-3 py-1.5 font-medium whitespace-nowrap', toneOf(row.gain))}>
        {formatGain(row.gain, currency)}
      </td>
    </>
  );
}
