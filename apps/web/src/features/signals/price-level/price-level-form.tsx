import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { QueryError } from '../../../components/feedback/query-error.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { controlClass } from '../../../components/ui/field.tsx';
import { cn } from '../../../lib/cn.ts';
import { useCreateRule } from '../api/use-create-rule.ts';
import { useUpdateRule } from '../api/use-update-rule.ts';
import { type LevelDraft, type PriceLevelControl, readPrice } from './use-price-level.ts';

interface PriceLevelFormProps {
  symbol: string;
  level: PriceLevelControl;
  /** The smallest step of the price. */
  tick: number;
  /** Receives the server's message if it turned on notifications. */
  onSaved: (message: string | null) => void;
}

/** Places a price level: the arrow keys move it by a tick, Enter saves it, Escape restores it and then closes. */
export function PriceLevelForm({ draft, ...props }: PriceLevelFormProps & { draft: LevelDraft }) {
  const { symbol, level, tick, onSaved } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const create = useCreateRule();
  const update = useUpdateRule();
  const isBusy = create.isPending || update.isPending;
  const error = create.error ?? update.error;
  const price = readPrice(draft.text);

  const isDragged = draft.ruleId !== null;
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    // The form is above the chart and may be out of view. The chart must not move under a finger that drags the line.
    const show = () => form.current?.scrollIntoView?.({ block: 'nearest' });
    if (!isDragged) show();
    else window.addEventListener('pointerup', show, { once: true });
    return () => window.removeEventListener('pointerup', show);
  }, [isDragged]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || price === null) return;
    const when = `price touches ${draft.text.trim()}`;
    const finish = (message: string | null) => {
      onSaved(message);
      level.close();
    };
    if (draft.ruleId === null) {
      create.mutate(
        { when, symbol },
        { onSuccess: ({ message, notifications_turned_on: count }) => finish(count > 0 ? message : null) },
      );
    } else {
      update.mutate({ id: draft.ruleId, when }, { onSuccess: () => finish(null) });
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (draft.text === draft.original) level.close();
    else level.setText(draft.original);
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      noValidate
      aria-label="Price level"
      className="mb-3 space-y-2 rounded-md bg-accent-soft p-2.5"
    >
      {error && <QueryError error={error} fallback="Failed to save signal" />}
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          Signal when the price touches
        </label>
        <span className="w-32">
          <input
            id={id}
            ref={input}
            type="number"
            inputMode="decimal"
            min={tick}
            step={tick}
            value={draft.text}
            aria-invalid={price === null}
            aria-describedby={`${id}-hint`}
            onChange={(event) => level.setText(event.target.value)}
            className={cn(controlClass, 'numeric h-9 text-sm')}
          />
        </span>
        <span className="ml-auto flex gap-2">
          <Button size="sm" onClick={level.close} disabled={isBusy}>
            Cancel
          </Button>
          <Button size="sm" type="submit" variant="primary" disabled={isBusy || price === null}>
            {draft.ruleId === null ? (isBusy ? 'Adding...' : 'Add Signal') : isBusy ? 'Saving...' : 'Save'}
          </Button>
        </span>
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        Drag the dashed line or use the arrow keys. Checked at the close of each day.
      </p>
    </form>
  );
}
