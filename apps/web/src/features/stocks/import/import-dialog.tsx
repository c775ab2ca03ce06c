import type { ImportPreview, ImportTask } from '@stockbook/api/schemas';
import { useMutation } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { type FormEvent, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { NamedOptions, Select } from '#components/ui/select.tsx';
import { useCopy } from '#hooks/use-copy.ts';
import { useLists } from '#lib/api/lists.ts';
import { percentDone } from '#lib/api/run-task.ts';
import { connectionSentence, serverSentence } from '#lib/api/server-error.ts';
import { useApiClient } from '#lib/api/trpc.ts';
import { formatList } from '#lib/format/words.ts';
import { type ImportRequest, importInput } from '../api/tasks.ts';
import type { ImportControl } from './api.ts';
import { countedKind, describeResult, ImportLines, partByOutcome } from './import-lines.tsx';
import { ImportText } from './import-text.tsx';

/** Asks the server for the verdict of each line; stores nothing. */
export function useImportPreview() {
  const client = useApiClient();
  return useMutation({
    mutationFn: async (request: ImportRequest): Promise<ImportPreview> => {
      const preview = await client.transfer.import.mutate({ ...importInput(request), commit: false });
      if (!('lines' in preview)) throw new Error('The server returned a task instead of a preview');
      return preview;
    },
  });
}

interface ImportDialogProps {
  control: ImportControl;
  initialText: string;
  /** The list on show, which the stocks join unless another choice is made; null without one. */
  shownListId: string | null;
  onClose: () => void;
}

/** Imports many stocks: text, preview, progress, result. */
export function ImportDialog({ control, initialText, shownListId, onClose }: ImportDialogProps) {
  const [text, setText] = useState(initialText);
  const [listId, setListId] = useState(shownListId);
  const preview = useImportPreview();
  const { state, start, retry } = control;
  const input = useRef<HTMLTextAreaElement>(null);

  function restart() {
    control.reset();
    preview.reset();
  }

  return (
    <Dialog title="Import stocks" open size="lg" initialFocus={input} onClose={onClose}>
      {state.status === 'idle' && !preview.data && (
        <TextStep
          text={text}
          onText={setText}
          listId={listId}
          onList={setListId}
          inputRef={input}
          isPending={preview.isPending}
          error={preview.error}
          onSubmit={() => preview.mutate({ text, listId })}
        />
      )}
      {state.status === 'idle' && preview.data && (
        <PreviewStep preview={preview.data} onBack={preview.reset} onStart={() => start({ text, listId })} />
      )}
      {(state.status === 'starting' || state.status === 'running') && (
        <ProgressStep task={state.status === 'running' ? state.task : null} onClose={onClose} />
      )}
      {state.status === 'failed' && (
        <div className="space-y-4">
          <ErrorBox message={state.message} onRetry={retry ?? undefined} />
          <Actions>
            <Button onClick={restart}>Start over</Button>
            <Button onClick={onClose}>Close</Button>
          </Actions>
        </div>
      )}
      {state.status === 'done' && (
        <ResultStep
          task={state.task}
          onRestart={restart}
          onDone={() => {
            control.reset();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-1">{children}</div>;
}

interface TextStepProps {
  text: string;
  onText: (text: string) => void;
  listId: string | null;
  onList: (listId: string | null) => void;
  inputRef: Ref<HTMLTextAreaElement>;
  isPending: boolean;
  error: unknown;
  onSubmit: () => void;
}

function TextStep({ text, onText, listId, onList, inputRef, isPending, error, onSubmit }: TextStepProps) {
  const { lists = [] } = useLists();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) onSubmit();
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <ImportText value={text} onChange={onText} isDisabled={isPending} inputRef={inputRef} />
      {lists.length > 0 && (
        <Field label="Add to list">
          {(control) => (
            <Select
              {...control}
              value={listId ?? ''}
              disabled={isPending}
              onChange={({ target }) => onList(target.value || null)}
            >
              <option value="">None</option>
              <NamedOptions items={lists} />
            </Select>
          )}
        </Field>
      )}
      {error !== null && (
        <ErrorBox
          message={serverSentence(error) ?? connectionSentence(error) ?? 'Failed to read the stocks'}
        />
      )}
      <Actions>
        <Button type="submit" variant="primary" disabled={isPending || text.trim() === ''}>
          {isPending ? 'Checking...' : 'Preview'}
        </Button>
      </Actions>
    </form>
  );
}

interface PreviewStepProps {
  preview: ImportPreview;
  onBack: () => void;
  onStart: () => void;
}

function PreviewStep({ preview, onBack, onStart }: PreviewStepProps) {
  const { lines, total, new_stocks, restorable } = preview;
  const heading = useFocusOnMount();
  const restored = [
    preview.instruments > 0 && countedKind('instrument', preview.instruments),
    restorable > 0 && `notes, flags or indicators of ${countedKind('stock', restorable)}`,
    preview.lists > 0 && countedKind('list', preview.lists),
    preview.signal_rules > 0 && countedKind('signal_rule', preview.signal_rules),
    preview.study_sets > 0 && countedKind('study_set', preview.study_sets),
    preview.strategies > 0 && countedKind('strategy', preview.strategies),
    preview.portfolios > 0 && countedKind('portfolio', preview.portfolios),
    preview.transactions > 0 &&
      `${preview.transactions} ${preview.transactions === 1 ? 'transaction' : 'transactions'}`,
    preview.journal_entries > 0 &&
      `${preview.journal_entries} journal ${preview.journal_entries === 1 ? 'entry' : 'entries'}`,
  ].filter((part) => part !== false);
  const canStart = new_stocks > 0 || restored.length > 0;
  const verb = preview.lists > 0 && restored.length === 1 ? 'Add to list' : 'Restore';
  return (
    <div className="space-y-4">
      <p ref={heading} tabIndex={-1} role="status" className="text-sm outline-none">
        {total > 0 && `${new_stocks} of ${total} ${total === 1 ? 'line is' : 'lines are'} new. `}
        {restored.length > 0 && `The file can restore ${formatList(restored)}. `}
        Nothing has been stored yet.
      </p>
      {total > 0 && <ImportLines label="Preview of the import" lines={lines} />}
      <Actions>
        <Button onClick={onBack}>Back</Button>
        {canStart && (
          <Button variant="primary" onClick={onStart}>
            {new_stocks > 0 ? `Add ${countedKind('stock', new_stocks)}` : verb}
          </Button>
        )}
      </Actions>
    </div>
  );
}

function ProgressStep({ task, onClose }: { task: ImportTask | null; onClose: () => void }) {
  const heading = useFocusOnMount();
  return (
    <div className="space-y-4">
      <p ref={heading} tabIndex={-1} role="status" className="text-sm outline-none">
        {task?.message ?? 'Importing stocks...'}
      </p>
      <ProgressBar label="Importing stocks" percent={percentDone(task?.info)} />
      <p className="text-sm text-muted">
        The import continues on the server if you close this window or the page.
      </p>
      <Actions>
        <Button onClick={onClose}>Close</Button>
      </Actions>
    </div>
  );
}

interface ResultStepProps {
  task: ImportTask;
  onRestart: () => void;
  onDone: () => void;
}

function ResultStep({ task, onRestart, onDone }: ResultStepProps) {
  const heading = useFocusOnMount();
  const lines = task.result?.lines ?? [];
  const { failed, there } = partByOutcome(lines);
  const [copying, copy] = useCopy();
  return (
    <div className="space-y-4">
      <p ref={heading} tabIndex={-1} role="status" className="text-sm font-medium outline-none">
        {describeResult(lines)}
      </p>
      <ImportLines label="Result of the import" lines={[...failed, ...there]} />
      {copying === 'refused' && (
        <p role="alert" className="text-sm text-down">
          The browser did not let them be copied. Select and copy them yourself.
        </p>
      )}
      <Actions>
        {failed.length > 0 && (
          <Button onClick={() => copy(failed.map(({ text }) => text).join('\n'))} className="mr-auto">
            {copying === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {copying === 'copied' ? 'Copied' : 'Copy not added'}
          </Button>
        )}
        <Button onClick={onRestart}>Import more</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </Actions>
    </div>
  );
}

/** The control of the previous step, which had the focus, has gone: screen readers continue at the new step. */
function useFocusOnMount() {
  const ref = useRef<HTMLParagraphElement>(null);
  // Not an effect after painting: by then, Base UI may have planned to give the focus to the dialog.
  useLayoutEffect(() => ref.current?.focus(), []);
  return ref;
}
