import { Download, Star, Trash2, X } from 'lucide-react';
import { Button, IconButton } from '../../../../components/ui/button.tsx';
import { formatCount } from '../../../../lib/format/format.ts';

interface SelectionBarProps {
  count: number;
  /** Whether all selected stocks are favourites. */
  areFavorites: boolean;
  isExporting: boolean;
  onStar: () => void;
  onRemove: () => void;
  onExport: () => void;
  onClear: () => void;
}

/** What can be done with the selected rows, at the bottom of the window. */
export function SelectionBar(props: SelectionBarProps) {
  return (
    <section
      aria-label="Selected stocks"
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 shadow-raised max-sm:bottom-18 print:hidden"
    >
      <p role="status" className="px-1 text-sm font-medium">
        {formatCount(props.count)} selected
      </p>
      <Button size="sm" onClick={props.onStar}>
        <Star aria-hidden="true" /> {props.areFavorites ? 'Unstar' : 'Star'}
      </Button>
      <Button size="sm" disabled={props.isExporting} onClick={props.onExport}>
        <Download aria-hidden="true" /> Export
      </Button>
      <Button size="sm" onClick={props.onRemove}>
        <Trash2 aria-hidden="true" /> Stop tracking
      </Button>
      <IconButton label="Clear the selection" onClick={props.onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}
