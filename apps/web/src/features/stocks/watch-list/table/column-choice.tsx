import { Switch } from '#components/ui/switch.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { useCompactRows } from '../view/use-compact-rows.ts';
import { columnTexts, tableColumns } from './table-columns.ts';
import type { ShownColumns } from './use-shown-columns.ts';

/** The content of the panel of columns. */
export function ColumnChoice({ columns, maxColumns, setColumns }: ShownColumns) {
  const [isCompact, setIsCompact] = useCompactRows();
  // A finger needs rows of 44 pixels.
  const isCoarse = useMedia('(pointer: coarse)');
  return (
    <div className="px-2 py-1">
      {maxColumns < tableColumns.length && (
        <p className="pb-1 text-xs text-muted">{maxColumns} columns fit a phone.</p>
      )}
      <ul>
        {tableColumns.map((column) => (
          <li key={column} className="py-1.5">
            <Switch
              label={columnTexts[column].name}
              checked={columns.includes(column)}
              disabled={columns.length >= maxColumns && !columns.includes(column)}
              onChange={(isShown) =>
                setColumns(
                  tableColumns.filter((each) => (each === column ? isShown : columns.includes(each))),
                )
              }
            />
          </li>
        ))}
      </ul>
      {!isCoarse && (
        <div className="mt-1.5 border-t border-line py-2">
          <Switch label="Compact" checked={isCompact} onChange={setIsCompact} />
        </div>
      )}
    </div>
  );
}
