import { Download, Star, Trash2, X } from 'lucide-react';
import type { ComponentProps, FocusEvent } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { formatCount } from '#lib/format/numbers.ts';

interface SelectionBarProps {
  /** Of the stock in whose place the focus continues when the selected ones leave the list, and the bar with them. */
  symbol: string;
  count: number;
  /** Whether all selected stocks are favourites. */
  areFavorites: boolean;
  isExporting: boolean;
  onStar: () => void;
  onRemove: () => void;
  onExport: () => void;
  onClear: () => void;
  onFocus: (event: FocusEvent) => void;
}

/** An icon with its label, for which a phone has no room. */
function BarButton({ label, children, ...rest }: ComponentProps<typeof Button> & { label: string }) {
  return (
    <Button size="sm" title={label} className="max-sm:w-11 max-sm:px-0" {...rest}>
      {children} <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}

/** What can be done with the selected rows, at the bottom of the window. */
export function SelectionBar(props: SelectionBarProps) {
  return (
    <section
      aria-label="Selected stocks"
      data-bottom-bar
      data-symbol={props.symbol}
      onFocus={props.onFocus}
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 shadow-raised max-sm:bottom-18 max-sm:gap-1 print:hidden"
    >
      <p role="status" className="px-1 text-sm font-medium">
        {formatCount(props.count)} selected
      </p>
      <BarButton label={props.areFavorites ? 'Unstar' : 'Star'} onClick={props.onStar}>
        <Star aria-hidden="true" />
      </BarButton>
      <BarButton label="Export" disabled={props.isExporting} onClick={props.onExport}>
        <Download aria-hidden="true" />
      </BarButton>
      <BarButton label="Stop tracking" onClick={props.onRemove}>
        <Trash2 aria-hidden="true" />
      </BarButton>
      <IconButton label="Clear the selection" onClick={props.onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
