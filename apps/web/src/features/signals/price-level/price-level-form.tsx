import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { useSaveRule } from '../rule-dialog/use-save-rule.ts';
import { SessionHint } from './session-hint.tsx';
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
  const { isBusy, error, add, change } = useSaveRule({ onClose: level.close, onMessage: onSaved });
  const price = readPrice(draft.text);

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    // Out of view with the whole chart only, after the key A.
    form.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || price === null) return;
    const when = `price touches ${draft.text.trim()}`;
    const values = { when, during_session: draft.isDuringSession };
    if (draft.rule) change(draft.rule, values);
    else add({ ...values, symbol });
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
      className="space-y-2 rounded-lg border border-line bg-surface p-2.5 shadow-raised"
    >
      <QueryError error={error} fallback="Failed to save signal" />
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
        <CheckField id={`${id}-check`} hintId={`${id}-hint`} draft={draft} level={level} />
        <Buttons isNew={!draft.rule} isBusy={isBusy} isValid={price !== null} onCancel={level.close} />
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        Drag the dashed line or use the arrow keys.{' '}
        {draft.isDuringSession ? <SessionHint symbol={symbol} /> : 'Checked at the close of each day.'}
      </p>
    </form>
  );
}

interface CheckFieldProps {
  id: string;
  hintId: string;
  draft: LevelDraft;
  level: PriceLevelControl;
}

/** Whether the level is checked at the close or during the session. */
function CheckField({ id, hintId, draft, level }: CheckFieldProps) {
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        Check
      </label>
      <Select
        id={id}
        size="sm"
        aria-describedby={hintId}
        value={draft.isDuringSession ? 'session' : 'close'}
        onChange={({ target }) => level.setDuringSession(target.value === 'session')}
      >
        <option value="close">At the close</option>
        <option value="session">During the session</option>
      </Select>
    </span>
  );
}

interface ButtonsProps {
  isNew: boolean;
  isBusy: boolean;
  isValid: boolean;
  onCancel: () => void;
}

function Buttons({ isNew, isBusy, isValid, onCancel }: ButtonsProps) {
  return (
    <span className="ml-auto flex gap-2">
      <Button size="sm" onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button size="sm" type="submit" variant="primary" disabled={isBusy || !isValid} className="min-w-24">
        {isNew ? (isBusy ? 'Adding...' : 'Add Signal') : isBusy ? 'Saving...' : 'Save'}
      </Button>
    </span>
  );
}
