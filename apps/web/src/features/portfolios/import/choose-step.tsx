import { FileUp } from 'lucide-react';
import type { FormEvent } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlClass, Field } from '#components/ui/field.tsx';
import { useTextFile } from '#hooks/use-text-file.ts';
import { cn } from '#lib/cn.ts';
import type { ImportSource } from './api.ts';
import { ImportList } from './import-list.tsx';
import { readTransactionFile } from './read-file.ts';
import { StepLine } from './step-line.tsx';

interface ChooseStepProps {
  portfolioId: string;
  source: ImportSource;
  onSource: (source: ImportSource) => void;
  isBusy: boolean;
  error: unknown;
  onNext: () => void;
}

/** The first step: a file that is chosen or dropped, or a pasted text. */
export function ChooseStep({ portfolioId, source, onSource, isBusy, error, onNext }: ChooseStepProps) {
  const { text, fileName } = source;
  const file = useTextFile({
    read: readTransactionFile,
    onText: (content, name) => onSource({ text: content, fileName: name }),
    isDisabled: isBusy,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy && text.trim() !== '') onNext();
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <StepLine current="choose" />
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={isBusy} onClick={file.choose}>
          <FileUp aria-hidden="true" /> Choose a file
        </Button>
        <span className="min-w-0 text-sm break-words text-muted">
          {fileName ?? 'CSV or JSON, 2 MiB at most'}
        </span>
      </div>
      <input
        {...file.inputProps}
        accept=".csv,.txt,.tsv,.json,text/csv,text/plain,application/json"
        aria-label="File with transactions"
      />
      <Field
        label="Or paste its text"
        error={file.error}
        hint="The export of your broker, or of Portfolio Performance, Ghostfolio or Wealthfolio. Nothing is stored before you have checked it."
      >
        {(control) => (
          <textarea
            {...control}
            rows={6}
            value={text}
            disabled={isBusy}
            spellCheck={false}
            wrap="off"
            onChange={({ target }) => {
              file.clearError();
              onSource({ text: target.value, fileName: null });
            }}
            {...file.dropProps}
            className={cn(
              controlClass,
              'resize-y py-2 font-mono text-sm',
              file.isTarget && 'border-accent bg-accent-soft',
            )}
          />
        )}
      </Field>
      <QueryError error={error} fallback="Failed to import" />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={isBusy || text.trim() === ''}>
          {isBusy ? 'Reading...' : 'Next'}
        </Button>
      </div>
      <ImportList portfolioId={portfolioId} />
    </form>
  );
}
