import { type FormEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { cn } from '#lib/cn.ts';

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

/** Continues at the end. A ref callback with a constant identity, so that React calls it only on mount. */
function takeFocus(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** The form that edits the notes. */
export function NotesForm(props: NotesFormProps) {
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
        ref={isRestored ? null : takeFocus}
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

/** An address up to a space, without the punctuation that ends a sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/;

/** The text with its addresses as links. */
function withLinks(text: string): ReactNode[] {
  let offset = 0;
  return text.split(address).map((part) => {
    const key = offset;
    offset += part.length;
    if (!URL.canParse(part) || !address.test(part)) return part;
    return (
      <a
        key={key}
        href={part}
        target="_blank"
        rel="noreferrer"
        className="text-accent underline underline-offset-2"
      >
        {part}
      </a>
    );
  });
}

/** Saved notes: long ones are folded after 12 lines. */
export function NotesText({ text }: { text: string }) {
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
        {withLinks(text)}
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
