import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { cn } from '#lib/cn.ts';
import { formatGain, formatPoints, toneOf } from '../format.ts';

type Contribution = PortfolioPerformance['contributions'][number];

interface ContributionsProps {
  performance: PortfolioPerformance;
  currency: string;
}

/** The part of each holding in the gain and in the return; the rows add up to the last one. */
export function Contributions({ performance, currency }: ContributionsProps) {
  const { contributions, gain, twr } = performance;
  const columns: Column<Contribution>[] = [
    {
      key: 'symbol',
      title: 'Stock',
      isText: true,
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol }) =>
        symbol === null ? (
          <>
            Other <span className="block text-xs font-normal text-muted">fees, interest, cash</span>
          </>
        ) : (
          <Link
            to="/stocks/$symbol"
            params={{ symbol }}
            className="inline-flex min-h-6 items-center normal-nums hover:underline pointer-coarse:min-h-11"
          >
            {symbol}
          </Link>
        ),
    },
    {
      key: 'gain',
      title: 'Gain',
      sortBy: (row) => row.gain,
      cell: (row) => <span className={toneOf(row.gain)}>{formatGain(row.gain, currency)}</span>,
    },
    {
      key: 'contribution',
      title: 'TTWROR',
      sortBy: ({ contribution }) => contribution,
      cell: ({ contribution }) => <span className={toneOf(contribution)}>{formatPoints(contribution)}</span>,
    },
  ];
  const cell = 'px-3 py-2 whitespace-nowrap';
  return (
    <DataTable
      label="Contributions"
      columns={columns}
      rows={contributions}
      rowKey={({ symbol }) => symbol ?? ''}
      initialSorting={{ key: 'gain', isDescending: true }}
      after={
        <tfoot className="border-t-2 border-line font-semibold">
          <tr>
            <th scope="row" className={cn(cell, 'text-left')}>
              Total
            </th>
            <td className={cn(cell, toneOf(gain.total))}>{formatGain(gain.total, currency)}</td>
            <td className={cn(cell, toneOf(twr))}>{formatPoints(twr)}</td>
          </tr>
        </tfoot>
      }
    />
  );
}
