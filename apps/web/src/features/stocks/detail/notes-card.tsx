import type { WatchListItem } from '@stockbook/api/schemas';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { cn } from '../../../lib/cn.ts';
import { notesText, useNotes } from '../api.ts';
import { useNotesDraft } from './notes-draft.ts';
import { NotesForm } from './notes-form.tsx';

/** The notes of one stock: to read, or to edit after a click on Edit. */
export function NotesCard({ item }: { item: WatchListItem }) {
  const { alert } = useAlerts();
  const { symbol } = item.stock;
  const saved = notesText(item.notes);
  const { draft, write, discard } = useNotesDraft(symbol, saved);
  const { save, isSaving, reload } = useNotes(symbol, alert);
  /** Whether the form was opened here; a draft opens it by itself. */
  const [isOpened, setIsOpened] = useState(false);
  const hasDraft = draft !== null;
  const hadDraft = useRef(hasDraft);
  /** Whether the text became that of the saved notes by typing, which leaves the form open. */
  const hasTypedBack = useRef(false);
  const text = draft?.text ?? saved;

  useEffect(() => {
    // Saved or discarded, here or in another tab.
    if (hadDraft.current && !hasDraft) {
      if (!hasTypedBack.current) setIsOpened(false);
      void reload();
    }
    hadDraft.current = hasDraft;
  }, [hasDraft, reload]);

  function change(next: string) {
    setIsOpened(true);
    hasTypedBack.current = next === saved;
    write(next);
  }

  function close() {
    discard();
    setIsOpened(false);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A refused draft stays for another try, also after another sign-in.
    if (await save(text, saved)) close();
  }

  const isEditing = isOpened || hasDraft;
  return (
    <Card
      title="Notes"
      actions={
        !isEditing && (
          <Button size="sm" onClick={() => setIsOpened(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? (
        <NotesForm
          text={text}
          isRestored={!isOpened}
          changedNotes={draft && draft.base !== saved ? saved : null}
          isSaving={isSaving}
          onChange={change}
          onSubmit={submit}
          onCancel={close}
        />
      ) : (
        <p className={cn('text-sm whitespace-pre-line', !item.notes && 'text-muted')}>
          {item.notes || 'No notes yet. Click edit to add notes.'}
        </p>
      )}
    </Card>
  );
}
