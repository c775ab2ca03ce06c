import { formatCount } from '#lib/format/numbers.ts';
import { ChangePercent } from '../price-change.tsx';
import type { StockGroup } from './table-entries.ts';
import { cellClass, rowClass } from './table-row.tsx';
import type { TableLayout } from './table-widths.ts';

interface GroupRowProps {
  group: StockGroup;
  layout: TableLayout;
  /** In the whole table, from 0. */
  index: number;
}

/** The heading of a sector: its number of stocks, and the mean of their changes. */
export function GroupRow({ group: { sector, count, meanPercent }, layout, index }: GroupRowProps) {
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      style={{ gridTemplateColumns: layout.template, minWidth: layout.minWidth }}
      className={rowClass}
    >
      <th scope="rowgroup" colSpan={100} className={`${cellClass} col-span-full bg-sunken px-3 text-left`}>
        <span className="sticky left-3 flex h-(--row) items-center gap-3 print:h-auto">
          <span className="font-semibold normal-nums">{sector ?? 'Without a sector'}</span>
          <span className="font-normal text-muted">
            {formatCount(count)} {count === 1 ? 'stock' : 'stocks'}, mean{' '}
            <ChangePercent percent={meanPercent} />
          </span>
        </span>
      </th>
    </tr>
  );
}
