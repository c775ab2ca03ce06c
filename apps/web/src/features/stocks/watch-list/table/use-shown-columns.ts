import { useMemo } from 'react';
import { useIsPhone } from '#hooks/use-media.ts';
import { useUserState } from '#hooks/use-user-state.ts';
import type { ListView } from '../view/list-view.ts';
import { type TableColumn, tableColumns } from './table-columns.ts';

/** As many as fit beside the symbol. */
export const maxPhoneColumns = 3;
const phoneDefaults: readonly TableColumn[] = ['last', 'percent', 'year'];

function parsePhoneColumns(stored: unknown): readonly TableColumn[] {
  if (!Array.isArray(stored)) return phoneDefaults;
  return tableColumns.filter((column) => stored.includes(column)).slice(0, maxPhoneColumns);
}

export interface ShownColumns {
  readonly columns: readonly TableColumn[];
  /** The columns that the user wrote, after the others. */
  readonly own: readonly string[];
  /** How many others there is room for. */
  readonly maxColumns: number;
  readonly setColumns: (columns: readonly TableColumn[]) => void;
}

/** The columns of the table: those of the view, or on a phone three, chosen apart but for the user's own. */
export function useShownColumns(view: ListView, onView: (change: Partial<ListView>) => void): ShownColumns {
  const isPhone = useIsPhone();
  const [ofPhone, setOfPhone] = useUserState('phoneColumns', parsePhoneColumns);
  // New arrays would render all rows again.
  const ownOfPhone = useMemo(() => view.own.slice(0, maxPhoneColumns), [view.own]);
  const maxOfPhone = maxPhoneColumns - ownOfPhone.length;
  const columnsOfPhone = useMemo(() => ofPhone.slice(0, maxOfPhone), [ofPhone, maxOfPhone]);
  return isPhone
    ? { columns: columnsOfPhone, own: ownOfPhone, maxColumns: maxOfPhone, setColumns: setOfPhone }
    : {
        columns: view.columns,
        own: view.own,
        maxColumns: tableColumns.length,
        setColumns: (columns) => onView({ columns }),
      };
}
