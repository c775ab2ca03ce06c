import { useIsPhone } from '#hooks/use-media.ts';
import { useUserState } from '#hooks/use-user-state.ts';
import type { ListView } from '../view/list-view.ts';
import { type TableColumn, tableColumns } from './table-columns.ts';

/** As many as fit beside the symbol. */
const maxPhoneColumns = 3;
/** A phone has no room for columns that the user wrote. */
const noOwn: readonly string[] = [];
const phoneDefaults: readonly TableColumn[] = ['last', 'percent', 'year'];

function parsePhoneColumns(stored: unknown): readonly TableColumn[] {
  if (!Array.isArray(stored)) return phoneDefaults;
  return tableColumns.filter((column) => stored.includes(column)).slice(0, maxPhoneColumns);
}

export interface ShownColumns {
  readonly columns: readonly TableColumn[];
  /** The rules and expressions among them. */
  readonly own: readonly string[];
  readonly maxColumns: number;
  readonly setColumns: (columns: readonly TableColumn[]) => void;
}

/** The columns of the table: those of the view, or on a phone three that are chosen apart. */
export function useShownColumns(view: ListView, onView: (change: Partial<ListView>) => void): ShownColumns {
  const isPhone = useIsPhone();
  const [ofPhone, setOfPhone] = useUserState('phoneColumns', parsePhoneColumns);
  return isPhone
    ? { columns: ofPhone, own: noOwn, maxColumns: maxPhoneColumns, setColumns: setOfPhone }
    : {
        columns: view.columns,
        own: view.own,
        maxColumns: tableColumns.length,
        setColumns: (columns) => onView({ columns }),
      };
}
