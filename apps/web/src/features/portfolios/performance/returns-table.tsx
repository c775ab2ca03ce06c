import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { cn } from '#lib/cn.ts';
import { formatReturn, toneOf } from '../format.ts';

type Years = NonNullable<PortfolioPerformance['details']>['years'];

const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

function Return({ twr }: { twr: number | undefined }) {
  if (twr === undefined) return null;
  return <span className={cn(toneOf(twr))}>{formatReturn(twr)}</span>;
}

/** The time-weighted returns of calendar years and months, newest year first. */
export function ReturnsTable({ years }: { years: Years }) {
  const cell = 'px-2 py-1.5 whitespace-nowrap';
  return (
    <ScrollRegion label="Table of returns">
      <table className="numeric w-full text-right text-xs">
        <caption className="sr-only">Returns by year and month</caption>
        <thead className="bg-sunken text-muted">
          <tr>
            <th scope="col" className={cn(cell, 'text-left font-medium')}>
              Year
            </th>
            {monthNames.map((name) => (
              <th key={name} scope="col" className={cn(cell, 'font-medium')}>
                {name}
              </th>
            ))}
            <th scope="col" className={cn(cell, 'font-medium')}>
              Whole year
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {years.toReversed().map(({ year, twr, months }) => (
            <tr key={year}>
              <th scope="row" className={cn(cell, 'text-left font-medium')}>
                {year}
              </th>
              {monthNames.map((name, index) => (
                <td key={name} className={cell}>
                  <Return twr={months.find(({ month }) => month === index + 1)?.twr} />
                </td>
              ))}
              <td className={cn(cell, 'font-semibold')}>
                <Return twr={twr} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
