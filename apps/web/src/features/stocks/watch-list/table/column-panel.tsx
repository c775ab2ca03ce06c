import { Columns3 } from 'lucide-react';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { columnTexts, type TableColumn, tableColumns } from './table-columns.ts';

interface ColumnPanelProps {
  columns: readonly TableColumn[];
  onColumns: (columns: readonly TableColumn[]) => void;
}

export function ColumnPanel({ columns, onColumns }: ColumnPanelProps) {
  return (
    <PopoverPanel label="Columns" icon={<Columns3 aria-hidden="true" />}>
      {() => (
        <ul className="px-2 py-1">
          {tableColumns.map((column) => (
            <li key={column} className="py-1.5">
              <Switch
                label={columnTexts[column].name}
                checked={columns.includes(column)}
                onChange={(isShown) =>
                  onColumns(
                    tableColumns.filter((each) => (each === column ? isShown : columns.includes(each))),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </PopoverPanel>
  );
}
