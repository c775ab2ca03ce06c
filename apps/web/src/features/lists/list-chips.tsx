import type { StockList } from '@stockbook/api/schemas';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from '#lib/cn.ts';
import { notPossibleOffline, useIsOffline } from '#lib/session/session-context.ts';

/** The colour of a list, which its name accompanies. */
export function ListDot({ color }: Pick<StockList, 'color'>) {
  return (
    <i
      aria-hidden="true"
      className="size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: `var(--list-${color})` }}
    />
  );
}

const partClass = 'inline-flex h-8 items-center pointer-coarse:h-11 focus-visible:-outline-offset-2';

interface ListChipProps {
  list: StockList;
  isShown: boolean;
  onShow: (id: string | null) => void;
  onMenu: (anchor: HTMLElement, list: StockList) => void;
}

/** A list with its size: shows it, or all stocks again. The button beside it opens its menu, as a right click does. */
function ListChip({ list, isShown, onShow, onMenu }: ListChipProps) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const chip = useRef<HTMLLIElement>(null);
  const isOffline = useIsOffline();
  useEffect(() => {
    if (isShown) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <li
      ref={chip}
      data-list-id={list.id}
      onContextMenu={(event) => {
        event.preventDefault();
        if (menuButton.current && !isOffline) onMenu(menuButton.current, list);
      }}
      className={cn(
        'flex shrink-0 scroll-mx-4 items-center rounded-md border text-sm font-medium transition-colors',
        isShown ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => onShow(isShown ? null : list.id)}
        className={cn(partClass, 'gap-2 rounded-l-md pr-1 pl-2.5 hover:bg-sunken')}
      >
        <ListDot color={list.color} />
        <span className="max-w-44 truncate">{list.name}</span>{' '}
        <span className="numeric font-normal text-muted">{list.size}</span>
      </button>
      <button
        ref={menuButton}
        type="button"
        aria-label={`Menu of ${list.name}`}
        title={isOffline ? notPossibleOffline : `Menu of ${list.name}`}
        disabled={isOffline}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(currentTarget, list)}
        className={cn(
          partClass,
          'w-6.5 justify-center rounded-r-md text-muted not-disabled:hover:bg-sunken not-disabled:hover:text-ink disabled:opacity-55 pointer-coarse:w-11 [&_svg]:size-4',
        )}
      >
        <EllipsisVertical aria-hidden="true" />
      </button>
    </li>
  );
}

interface ListChipsProps {
  lists: readonly StockList[];
  shownId: string | null;
  onShow: (id: string | null) => void;
  onMenu: (anchor: HTMLElement, list: StockList) => void;
  /** Stands after the lists, and comes with them, so that they do not move it. */
  children: ReactNode;
}

/** The user's lists, one of which is shown at a time. */
export function ListChips({ lists, shownId, onShow, onMenu, children }: ListChipsProps) {
  return (
    <>
      <ul aria-label="Lists" className="flex items-center gap-1.5">
        {lists.map((list) => (
          <ListChip key={list.id} list={list} isShown={list.id === shownId} onShow={onShow} onMenu={onMenu} />
        ))}
      </ul>
      {children}
    </>
  );
}
