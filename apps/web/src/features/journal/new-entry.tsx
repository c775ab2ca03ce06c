import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReturnedFocus } from '#hooks/use-returned-focus.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useEntryDraft } from './draft.ts';

/** Loaded when an entry is written or changed. */
export const EntryForm = lazyWithReload(
  async () => (await import('./entry-form.tsx')).EntryForm,
  <Skeleton className="h-72" />,
);

/**
 * Whether the form of a new entry is open: once it was opened, and at first if there is a draft.
 * @param symbol the stock of the page; empty on the page of the journal
 */
export function useNewEntry(symbol: string) {
  const { draft } = useEntryDraft(null, symbol);
  const [isOpen, setIsOpen] = useState(draft !== null);
  const button = useReturnedFocus(isOpen);
  return { isOpen, setIsOpen, button, hasKeptDraft: !isOpen && draft !== null };
}

type NewEntry = ReturnType<typeof useNewEntry>;

/** Opens the form of a new entry. */
export function AddEntryButton({
  newEntry: { isOpen, setIsOpen, button },
  isMain,
}: {
  newEntry: NewEntry;
  isMain: boolean;
}) {
  return (
    <Button
      ref={button}
      size={isMain ? 'md' : 'sm'}
      variant={isMain ? 'primary' : 'secondary'}
      disabled={isOpen}
      needsServer
      onClick={() => setIsOpen(true)}
    >
      <Plus aria-hidden="true" /> Add entry
    </Button>
  );
}

/** Says that Escape has kept a draft. */
export function KeptDraft({ newEntry }: { newEntry: NewEntry }) {
  return (
    <p role="status" className="text-sm text-muted empty:sr-only">
      {newEntry.hasKeptDraft && 'Your unsaved draft is kept. Add entry continues it.'}
    </p>
  );
}

export const noEntries = 'No entries yet. Write down why you follow a stock, and read it again later.';
