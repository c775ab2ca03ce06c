import { type ReactNode, useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { useTypeAhead } from '#hooks/use-shortcuts.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

const loadDialog = () => import('./add-stock-dialog.tsx');
const AddStockDialog = lazyWithReload(async () => (await loadDialog()).AddStockDialog);

export function preloadAddStock(): void {
  // A failed preload is retried, and its error shown, when the form is opened.
  loadDialog().catch(() => {});
}

interface AddStockProps {
  onClose: () => void;
  /** Receives the symbol of a stock for the list on show; null without one. */
  onAdded: ((symbol: string) => void) | null;
  onPasteSeveral: (text: string) => void;
  /** The form of an own instrument, which another feature has. */
  renderOwn: (onClose: () => void) => ReactNode;
  sharedText: string | null;
}

/** The form that adds a stock, whose code is loaded on opening. Text typed until then goes into its field. */
export function AddStock({ renderOwn, ...props }: AddStockProps) {
  const takeTyped = useTypeAhead();
  const [isOwn, setIsOwn] = useState(false);
  return (
    <SectionBoundary name="The form that adds a stock">
      {isOwn ? (
        renderOwn(props.onClose)
      ) : (
        <AddStockDialog takeTyped={takeTyped} onOwn={() => setIsOwn(true)} {...props} />
      )}
    </SectionBoundary>
  );
}
