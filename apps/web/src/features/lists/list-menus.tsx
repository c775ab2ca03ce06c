import type { StockList } from '@stockbook/api/schemas';
import { ArrowDown, ArrowUp, Palette, Pencil, Plus, Trash2 } from 'lucide-react';
import {
  AnchoredMenu,
  MenuCheckbox,
  MenuGroup,
  MenuSeparator,
} from '#components/ui/overlay/anchored-menu.tsx';
import { MenuItem } from '#components/ui/overlay/menu-popup.tsx';
import { useDeleteList } from './delete-list.ts';
import { ListDot } from './list-chips.tsx';
import type { ListTask } from './list-dialog.tsx';
import { type Place, placeBeside } from './order.ts';

interface StockMenuProps {
  anchor: HTMLElement;
  symbols: readonly string[];
  lists: readonly StockList[];
  /** The shown stocks in the list's own order, in which one of them can be moved; null in another order. */
  order: readonly string[] | null;
  onAdd: (list: StockList, symbols: readonly string[]) => void;
  onRemove: (list: StockList, symbols: readonly string[]) => void;
  onMove: (symbols: readonly string[], place: Place) => void;
  onDialog: (task: ListTask) => void;
  onClosed: () => void;
}

/** The lists of stocks, checked where all of them are on it, and the steps of one in the order of the list on show. */
export function StockMenu({ anchor, symbols, lists, order, ...props }: StockMenuProps) {
  const [first = ''] = symbols;
  const canMove = order !== null && symbols.length === 1;
  const steps = canMove
    ? [
        { label: 'Move up', Icon: ArrowUp, place: placeBeside(order, first, -1) },
        { label: 'Move down', Icon: ArrowDown, place: placeBeside(order, first, 1) },
      ]
    : [];
  return (
    <AnchoredMenu
      label={symbols.length === 1 ? `Lists of ${first}` : `Lists of ${symbols.length} stocks`}
      anchor={anchor}
      onClosed={props.onClosed}
    >
      <MenuGroup label="Lists">
        {lists.map((list) => (
          <MenuCheckbox
            key={list.id}
            isChecked={symbols.every((symbol) => list.symbols.includes(symbol))}
            onChange={(isChecked) => (isChecked ? props.onAdd : props.onRemove)(list, symbols)}
          >
            <ListDot color={list.color} />
            <span className="min-w-0 truncate">{list.name}</span>
          </MenuCheckbox>
        ))}
        <MenuItem onClick={() => props.onDialog({ kind: 'create', symbols })}>
          <Plus aria-hidden="true" /> New list…
        </MenuItem>
      </MenuGroup>
      {canMove && <MenuSeparator />}
      {steps.map(({ label, Icon, place }) => (
        <MenuItem key={label} disabled={place === null} onClick={() => place && props.onMove(symbols, place)}>
          <Icon aria-hidden="true" /> {label}
        </MenuItem>
      ))}
    </AnchoredMenu>
  );
}

interface ChipMenuProps {
  anchor: HTMLElement;
  list: StockList;
  onDialog: (task: ListTask) => void;
  /** Called when the list is deleted. */
  onDeleted: () => void;
  onClosed: () => void;
}

/** The menu of a list. */
export function ChipMenu({ anchor, list, onDialog, onDeleted, onClosed }: ChipMenuProps) {
  const deleteList = useDeleteList();
  return (
    <AnchoredMenu label={`Menu of ${list.name}`} anchor={anchor} onClosed={onClosed}>
      <MenuItem onClick={() => onDialog({ kind: 'rename', list })}>
        <Pencil aria-hidden="true" /> Rename
      </MenuItem>
      <MenuItem onClick={() => onDialog({ kind: 'color', list })}>
        <Palette aria-hidden="true" /> Color
      </MenuItem>
      <MenuItem onClick={() => void deleteList(list, onDeleted)}>
        <Trash2 aria-hidden="true" /> Delete list
      </MenuItem>
    </AnchoredMenu>
  );
}
