import type { WatchListItem } from '@stockbook/api/schemas';
import {
  type FormEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { LinkedText } from '#components/ui/linked-text.tsx';
import { useReturnedFocus } from '#hooks/use-returned-focus.ts';
import { useUserState } from '#hooks/use-user-state.ts';
import { cn } from '#lib/cn.ts';
import { focusEnd } from '#lib/page-focus.ts';
import { notesText, useNotes } from '../api/mutations.ts';

interface NotesFormProps {
  text: string;
  /** Whether the text is a restored draft, rather than a form opened with Edit. */
  isRestored: boolean;
  /** The saved notes if they have changed since editing began, else null. */
  changedNotes: string | null;
  isSaving: boolean;
  onChange: (text: string) => void;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  onEscape: () => void;
}

function NotesForm(props: NotesFormProps) {
  const { text, isRestored, changedNotes, isSaving, onChange, onSubmit, onCancel, onEscape } = props;
  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isSaving || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onEscape();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  }

  return (
    <form onSubmit={onSubmit} className="space-y-3">
      {changedNotes !== null && (
        <div role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm">
          <p className="font-medium">The saved notes have changed since you began writing:</p>
          <p className="mt-1 max-h-40 overflow-auto whitespace-pre-line">
            {changedNotes || 'They are empty now.'}
          </p>
          <p className="mt-1 text-muted">Save replaces them with your draft, Cancel keeps them.</p>
        </div>
      )}
      <textarea
        ref={isRestored ? null : focusEnd}
        aria-label="Notes"
        rows={4}
        value={text}
        disabled={isSaving}
        placeholder="Add your notes about this stock..."
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={pressKey}
        aria-keyshortcuts="Control+Enter Meta+Enter Escape"
        className={cn(controlClass, 'block min-h-24 resize-y py-2 text-sm')}
      />
      <div className="flex items-center justify-end gap-2">
        <p role="status" className="mr-auto text-sm text-muted">
          {isRestored && 'Unsaved draft restored'}
        </p>
        <Button size="sm" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** Saved notes: long ones are folded after 12 lines. */
function NotesText({ text }: { text: string }) {
  const content = useRef<HTMLParagraphElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isLong, setIsLong] = useState(false);

  useLayoutEffect(() => {
    const element = content.current;
    if (!element || isOpen) return;
    const measure = () => setIsLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <>
      <p
        ref={content}
        // The focus must not go to a link that cannot be seen.
        onFocus={() => setIsOpen(true)}
        className={cn('text-sm break-words whitespace-pre-line', !isOpen && 'line-clamp-12')}
      >
        <LinkedText text={text} />
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="mt-2 h-6 text-sm pointer-coarse:h-11 font-medium text-accent hover:underline"
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}

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
function useNotesDraft(symbol: string, saved: string) {
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
  const editButton = useReturnedFocus(isEditing);

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
  const showToast = useUndoToast();
  const { symbol } = item.stock;
  const saved = notesText(item.notes);
  const { save, isSaving, reload } = useNotes(symbol, alert);
  const { draft, isOpened, isEditing, editButton, ...editing } = useNotesEditing(symbol, saved, reload);
  const text = draft?.text ?? saved;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const stored = await save(text, saved);
    // A draft that was not saved stays stored for another try.
    if (stored === null) return;
    editing.close();
    if (stored !== saved) showToast({ message: 'Notes saved.', onUndo: () => void save(saved, stored) });
  }

  return (
    <Card
      title="Notes"
      actions={
        !isEditing && (
          <Button ref={editButton} size="sm" onClick={editing.open} needsServer>
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
