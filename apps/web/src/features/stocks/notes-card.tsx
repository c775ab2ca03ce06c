import type { WatchListItem } from '@stockbook/api/schemas';
import { type FormEvent, useState } from 'react';
import { useAlerts } from '../../components/ui/alerts.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { controlClass } from '../../components/ui/field.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useNotes } from './api.ts';
import { discardNotes, keepNotes, unsavedNotes } from './unsaved-notes.ts';

/** Who asked for the form goes on in it. Outside of the component, so that only its appearance calls it. */
function takeFocus(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

/** The notes of one stock: to read, or to edit after a click on Edit. */
export function NotesCard({ item }: { item: WatchListItem }) {
  const { alert } = useAlerts();
  const { save, isSaving } = useNotes(alert);
  const { symbol } = item.stock;
  /** What is being typed; null while the notes are only shown. */
  const [draft, setDraft] = useState(() => unsavedNotes(symbol));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (draft === null) return;
    // Only what is saved leaves the form: a refused draft stays for another try, also after another sign-in.
    const forget = keepNotes(symbol, draft);
    if (!(await save(symbol, draft))) return;
    forget();
    setDraft(null);
  }

  function cancel() {
    discardNotes(symbol);
    setDraft(null);
  }

  return (
    <Card
      title="Notes"
      actions={
        draft === null && (
          <Button size="sm" onClick={() => setDraft(item.notes ?? '')}>
            Edit
          </Button>
        )
      }
    >
      {draft === null ? (
        <p className={classNames('text-sm whitespace-pre-line', !item.notes && 'text-muted')}>
          {item.notes || 'No notes yet. Click edit to add notes.'}
        </p>
      ) : (
        <form onSubmit={submit} className="space-y-3">
          <textarea
            ref={takeFocus}
            aria-label="Notes"
            rows={4}
            value={draft}
            disabled={isSaving}
            placeholder="Add your notes about this stock..."
            onChange={(event) => setDraft(event.target.value)}
            className={classNames(controlClass, 'block min-h-24 resize-y py-2 text-sm')}
          />
          <div className="flex justify-end gap-2">
            <Button size="sm" disabled={isSaving} onClick={cancel}>
              Cancel
            </Button>
            <Button size="sm" type="submit" variant="primary" disabled={isSaving}>
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
