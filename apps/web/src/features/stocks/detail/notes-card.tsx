import type { WatchListItem } from '@stockbook/api/schemas';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAlerts } from '../../../components/feedback/alerts.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { cn } from '../../../lib/cn.ts';
import { notesText, useNotes } from '../api/use-notes.ts';
import { useNotesDraft } from './notes-draft.ts';
import { NotesForm } from './notes-form.tsx';

/** The notes of one stock: read-only, or a form after Edit or while there is a draft. */
export function NotesCard({ item }: { item: WatchListItem }) {
  const { alert } = useAlerts();
  const { symbol } = item.stock;
  const saved = notesText(item.notes);
  const { draft, write, discard } = useNotesDraft(symbol, saved);
  const { save, isSaving, reload } = useNotes(symbol, alert);
  /** Whether the form was opened in this tab; a draft also opens it. */
  const [isOpened, setIsOpened] = useState(false);
  const hasDraft = draft !== null;
  const hadDraft = useRef(hasDraft);
  /** Whether typing made the text equal to the saved notes, which keeps the form open. */
  const hasTypedBack = useRef(false);
  const text = draft?.text ?? saved;

  useEffect(() => {
    // The draft was saved or discarded, in this tab or in another one.
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
    // A draft that was not saved stays stored for another try.
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
