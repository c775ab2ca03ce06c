import type { WatchListItem } from '@stockbook/api/schemas';
import { Download, ListMinus, ListPlus, Star, Trash2, X } from 'lucide-react';
import type { ComponentProps, FocusEvent } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { useExportWatchList } from '../../import/api.ts';
import type { useListActions } from '../use-list-actions.ts';

/** Class names of the bar, and of its parts for whose words a phone or the list beside the chart has no room. */
const styles = {
  window: {
    bar: cn(
      'sticky z-20 mx-auto w-fit max-w-full gap-2 rounded-lg border px-3 py-2 shadow-raised max-sm:gap-1',
      'bottom-[calc(1rem+env(safe-area-inset-bottom))] max-sm:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]',
    ),
    button: 'max-sm:w-11 max-sm:px-0',
    word: 'max-sm:sr-only',
  },
  rail: {
    bar: 'flex-wrap border-t p-1.5 pointer-coarse:px-0.5 pointer-coarse:[&>p]:w-full',
    button: 'w-8 px-0 border-transparent pointer-coarse:w-11',
    word: 'sr-only',
  },
} as const;

interface BarButtonProps extends ComponentProps<typeof Button> {
  label: string;
  place: keyof typeof styles;
}

/** An icon with its label. */
function BarButton({ label, place, children, ...rest }: BarButtonProps) {
  return (
    <Button size="sm" title={label} needsServer className={styles[place].button} {...rest}>
      {children} <span className={styles[place].word}>{label}</span>
    </Button>
  );
}

interface SelectionBarProps {
  /** At least one. When they leave the list, the focus of the bar continues in the place of the first one. */
  selected: readonly WatchListItem[];
  /** Whether it floats at the bottom of the window, or ends the list beside the chart. */
  place: keyof typeof styles;
  onStar: ReturnType<typeof useListActions>['star'];
  onRemove: () => void;
  /** Opens the menu of lists beside the button. */
  onLists: (anchor: HTMLElement, symbols: readonly string[]) => void;
  /** Null without a list on show. */
  onRemoveFromList: ((symbols: readonly string[]) => void) | null;
  onClear: () => void;
  onFocus?: (event: FocusEvent) => void;
}

/** Actions on the selected rows. */
export function SelectionBar({ selected, place, onRemoveFromList, ...props }: SelectionBarProps) {
  const exporting = useExportWatchList();
  const symbols = selected.map(({ stock }) => stock.symbol);
  const areFavorites = selected.every((item) => item.is_favorite);
  return (
    <section
      aria-label="Selected stocks"
      data-bottom-bar={place === 'window' || undefined}
      data-symbol={symbols[0]}
      onFocus={props.onFocus}
      className={cn('flex items-center border-line bg-surface print:hidden', styles[place].bar)}
    >
      <p role="status" className="px-1 text-sm font-medium">
        {formatCount(selected.length)} <span className={styles[place].word}>selected</span>
      </p>
      <BarButton
        place={place}
        label={areFavorites ? 'Unstar' : 'Star'}
        onClick={() => props.onStar(selected, !areFavorites)}
      >
        <Star aria-hidden="true" />
      </BarButton>
      <BarButton
        place={place}
        label="Add to list…"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => props.onLists(currentTarget, symbols)}
      >
        <ListPlus aria-hidden="true" />
      </BarButton>
      {onRemoveFromList && (
        <BarButton place={place} label="Remove from list" onClick={() => onRemoveFromList(symbols)}>
          <ListMinus aria-hidden="true" />
        </BarButton>
      )}
      <BarButton
        place={place}
        label="Export"
        disabled={exporting.isPending}
        onClick={() => exporting.mutate({ symbols })}
      >
        <Download aria-hidden="true" />
      </BarButton>
      <BarButton place={place} label="Stop tracking" onClick={props.onRemove}>
        <Trash2 aria-hidden="true" />
      </BarButton>
      <IconButton
        label="Clear the selection"
        onClick={props.onClear}
        className={place === 'rail' ? 'pointer-fine:size-8' : ''}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
