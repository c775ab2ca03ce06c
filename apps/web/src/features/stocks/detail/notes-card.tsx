import type { WatchListItem } from '@stockbook/api/schemas';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { useUserState } from '#hooks/use-user-state.ts';
import { notesText, useNotes } from '../api/mutations.ts';
import { NotesForm, NotesText } from './notes-form.tsx';

/** Unsaved notes. */
interface NotesDraft {
  readonly text: string;
  /** The saved notes when editing began. */
  readonly base: string;
}

function parseDraft(stored: unknown): NotesDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('text' in stored && 'base' in stored)) return null;
  const { text, base } = stored;
  return typeof text === 'string' && typeof base === 'string' ? { text, base } : null;
}

/**
 * The user's draft for a stock. It survives reloads, crashes and expired sessions, and is shared by all tabs: typing in
 * one tab appears in the others, so that no tab overwrites a draft unseen.
 */
export function useNotesDraft(symbol: string, saved: string) {
  const [stored, store] = useUserState(`notesDraft.${symbol}`, parseDraft);
  const isSaved = stored?.text === saved;
  const draft = isSaved ? null : stored;

  const write = useCallback(
    (text: string) => store((current) => (text === saved ? null : { text, base: current?.base ?? saved })),
    [store, saved],
  );
  const discard = useCallback(() => store(null), [store]);

  // A request without a response has saved the draft; it would reappear when the notes change again.
  useEffect(() => {
    if (isSaved) discard();
  }, [isSaved, discard]);
  return { draft, write, discard };
}

/** Whether the form of the notes is open. Escape sets it aside and keeps the draft. */
function useNotesEditing(symbol: string, saved: string, reload: () => unknown) {
  const { draft, write, discard } = useNotesDraft(symbol, saved);
  /** Whether the form was opened in this tab; a draft also opens it. */
  const [isOpened, setIsOpened] = useState(false);
  const hasDraft = draft !== null;
  const hadDraft = useRef(hasDraft);
  /** Whether typing made the text equal to the saved notes, which keeps the form open. */
  const hasTypedBack = useRef(false);
  /** Escape closes the form and keeps the draft. */
  const [isSetAside, setIsSetAside] = useState(false);
  const isEditing = !isSetAside && (isOpened || hasDraft);
  const wasEditing = useRef(isEditing);
  const editButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The draft was saved or discarded, in this tab or in another one.
    if (hadDraft.current && !hasDraft) {
      if (!hasTypedBack.current) setIsOpened(false);
      void reload();
    }
    hadDraft.current = hasDraft;
  }, [hasDraft, reload]);

  useEffect(() => {
    // The focus was in the form.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) {
      editButton.current?.focus();
    }
    wasEditing.current = isEditing;
  }, [isEditing]);

  function change(next: string) {
    setIsOpened(true);
    hasTypedBack.current = next === saved;
    write(next);
  }

  function open() {
    setIsOpened(true);
    setIsSetAside(false);
  }

  function close() {
    discard();
    setIsOpened(false);
  }

  function setAside() {
    setIsOpened(false);
    setIsSetAside(hasDraft);
  }

  return { draft, isOpened, isEditing, editButton, change, open, close, setAside };
}

/** The notes of one stock: read-only, or a form after Edit or while there is a draft. */
export function NotesCard({ item }: { item: WatchListItem }) {
  const { alert } = useAlerts();
  const { symbol } = item.stock;
  const saved = notesText(item.notes);
  const { save, isSaving, reload } = useNotes(symbol, alert);
  const { draft, isOpened, isEditing, editButton, ...editing } = useNotesEditing(symbol, saved, reload);
  const text = draft?.text ?? saved;

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A draft that was not saved stays stored for another try.
    if (await save(text, saved)) editing.close();
  }

  return (
    <Card
      title="Notes"
      actions={
        !isEditing && (
          <Button ref={editButton} size="sm" onClick={editing.open}>
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
          onChange={editing.change}
          onSubmit={submit}
          onCancel={editing.close}
          onEscape={editing.setAside}
        />
      ) : item.notes ? (
        <NotesText key={item.notes} text={item.notes} />
      ) : (
        <p className="text-sm text-muted">No notes yet. Click edit to add notes.</p>
      )}
      <p role="status" className="mt-2 text-sm text-muted empty:sr-only">
        {!isEditing && draft && 'Your unsaved draft is kept. Edit continues it.'}
      </p>
    </Card>
  );
}
