import type { ReactNode } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { useUserSwitch } from '#hooks/use-user-state.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { ListView } from '../view/list-view.ts';
import { useCompactRows } from '../view/use-compact-rows.ts';
import { columnTexts, tableColumns } from './table-columns.ts';
import { maxPhoneColumns, type ShownColumns } from './use-shown-columns.ts';

const OwnColumnsChoice = lazyWithReload(
  async () => (await import('./own-columns-choice.tsx')).OwnColumnsChoice,
  <Skeleton className="h-36" />,
);

interface ColumnChoiceProps extends ShownColumns {
  view: ListView;
  onView: (change: Partial<ListView>) => void;
}

function Part({ children }: { children: ReactNode }) {
  return <div className="mt-1.5 grid gap-3 border-t border-line py-2.5">{children}</div>;
}

/** The content of the panel of columns. */
export function ColumnChoice({ view, onView, columns, maxColumns, setColumns }: ColumnChoiceProps) {
  const [isCompact, setIsCompact] = useCompactRows();
  const [hasExtremes, setHasExtremes] = useUserSwitch('dayExtremes');
  // A finger needs rows of 44 pixels.
  const isCoarse = useMedia('(pointer: coarse)');
  const isPhone = maxColumns < tableColumns.length;
  return (
    <div className="px-2 py-1">
      {isPhone && <p className="pb-1 text-xs text-muted">{maxPhoneColumns} columns fit a phone.</p>}
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
      <Part>
        <Switch
          label="Group by sector"
          checked={view.isGrouped}
          onChange={(isGrouped) => onView({ isGrouped })}
        />
        <Switch label="Best and worst of the day" checked={hasExtremes} onChange={setHasExtremes} />
        {!isCoarse && <Switch label="Compact" checked={isCompact} onChange={setIsCompact} />}
      </Part>
      <Part>
        <SectionBoundary name="The choice of studies and rules">
          <OwnColumnsChoice own={view.own} onOwn={(own) => onView({ own })} />
        </SectionBoundary>
      </Part>
    </div>
  );
}
