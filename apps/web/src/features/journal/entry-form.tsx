import type { JournalEntry } from '@stockbook/api/schemas';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlClass, Field, TextField } from '#components/ui/field.tsx';
import { LabelledOptions, Select } from '#components/ui/select.tsx';
import { describeFailure, fieldMessages } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { focusEnd } from '#lib/page-focus.ts';
import { saveFailure, useSaveEntry } from './api.ts';
import { type EntryDraft, initialDraft, useEntryDraft } from './draft.ts';
import { kindOf, kinds } from './kinds.ts';

export interface EntryFormProps {
  /** The entry to change; null for a new one. */
  entry: JournalEntry | null;
  /** The stock of the page; empty on the page of the journal, whose form asks for it. */
  symbol: string;
  /** Closes the form: the draft is gone, or kept after Escape. */
  onClose: () => void;
}

type Messages = Partial<Record<'text' | 'day' | 'symbol', string>>;

/** Saves a form, and says why if that fails. */
function useSubmit({ entry, onClose }: EntryFormProps, values: EntryDraft, discard: () => void) {
  const { create, update } = useSaveEntry();
  const [isBusy, setIsBusy] = useState(false);
  const [messages, setMessages] = useState<Messages>({});
  const [failure, setFailure] = useState<readonly [string, string | null] | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const missing: Messages = {
      ...(values.text.trim() === '' && { text: 'Text is required' }),
      ...(values.symbol.trim() === '' && { symbol: 'Please enter a stock symbol' }),
    };
    setMessages(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    setIsBusy(true);
    const { text, kind, day } = values;
    try {
      if (entry) await update(entry, { text, kind, day });
      else await create({ symbol: values.symbol.trim().toUpperCase(), text, kind, day });
      discard();
      onClose();
    } catch (error) {
      const refused = fieldMessages(error, ['text', 'day', 'symbol']);
      setMessages(refused);
      if (Object.keys(refused).length === 0) setFailure(describeFailure(error, saveFailure));
      setIsBusy(false);
    }
  }

  return { submit, isBusy, messages, failure };
}

/** Writes or changes an entry. Ctrl+Enter saves; Escape closes and keeps the draft. */
export function EntryForm(props: EntryFormProps) {
  const { entry, symbol, onClose } = props;
  const { draft, store, discard } = useEntryDraft(entry, symbol);
  const [initial] = useState(() => initialDraft(entry, symbol));
  const values = draft ?? initial;
  const [isRestored] = useState(draft !== null);
  const { submit, isBusy, messages, failure } = useSubmit(props, values, discard);
  const { confirm } = useAlerts();
  const change = (part: Partial<EntryDraft>) => store((current) => ({ ...(current ?? initial), ...part }));

  async function cancel() {
    const hasText = values.text.trim() !== '' && values.text !== initial.text;
    if (hasText && !(await confirm('Discard this entry?', 'Discard', 'Keep writing'))) return;
    discard();
    onClose();
  }

  function pressKey(event: KeyboardEvent<HTMLFormElement>) {
    if (isBusy || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  }

  return (
    <form
      noValidate
      aria-label={entry ? 'Edit entry' : 'New entry'}
      onSubmit={submit}
      onKeyDown={pressKey}
      className="space-y-3"
    >
      {failure && <ErrorBox message={failure[0]} detail={failure[1]} />}
      <EntryFacts
        values={values}
        messages={messages}
        isBusy={isBusy}
        needsSymbol={symbol === '' && !entry}
        onChange={change}
      />
      <Field label="Text" error={messages.text}>
        {(control) => (
          <textarea
            {...control}
            ref={isRestored ? null : focusEnd}
            rows={4}
            value={values.text}
            disabled={isBusy}
            onChange={(event) => change({ text: event.target.value })}
            aria-keyshortcuts="Control+Enter Meta+Enter Escape"
            className={cn(controlClass, 'block min-h-24 resize-y py-2 text-sm')}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        <p role="status" className="mr-auto text-sm text-muted">
          {isRestored && 'Unsaved draft restored'}
        </p>
        <Button size="sm" disabled={isBusy} onClick={cancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

interface EntryFactsProps {
  values: EntryDraft;
  messages: Messages;
  isBusy: boolean;
  /** Whether the form asks for the stock. */
  needsSymbol: boolean;
  onChange: (part: Partial<EntryDraft>) => void;
}

/** The stock, the day and the kind of an entry. */
function EntryFacts({ values, messages, isBusy, needsSymbol, onChange }: EntryFactsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex">
      {needsSymbol && (
        <SymbolInput
          value={values.symbol}
          error={messages.symbol}
          onChange={(symbol) => onChange({ symbol })}
        />
      )}
      <TextField
        label="Day"
        type="date"
        value={values.day}
        error={messages.day}
        disabled={isBusy}
        onChange={(event) => onChange({ day: event.target.value })}
      />
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={values.kind}
            disabled={isBusy}
            onChange={(event) => onChange({ kind: kindOf(event.target.value) ?? 'note' })}
          >
            <LabelledOptions choices={kinds} />
          </Select>
        )}
      </Field>
    </div>
  );
}

interface SymbolInputProps {
  value: string;
  error: string | undefined;
  onChange: (symbol: string) => void;
}

/** A symbol, with those of the watch list to choose from. */
function SymbolInput({ value, error, onChange }: SymbolInputProps) {
  const id = useId();
  const { data } = trpc.stocks.list.useQuery();
  return (
    <>
      <TextField
        label="Stock"
        list={id}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
      <datalist id={id}>
        {data?.stocks.map(({ stock }) => (
          <option key={stock.symbol} value={stock.symbol}>
            {stock.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
