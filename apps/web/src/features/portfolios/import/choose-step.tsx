import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, type FormEvent, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlClass, Field } from '#components/ui/field.tsx';
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
  const [fileError, setFileError] = useState<string | null>(null);
  const [isTarget, setIsTarget] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const { text, fileName } = source;

  function change(next: ImportSource) {
    setFileError(null);
    onSource(next);
  }

  function read(file: File | undefined) {
    if (!file) return;
    readTransactionFile(file).then(
      (content) => change({ text: content, fileName: file.name }),
      ({ message }: Error) => setFileError(message),
    );
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    read(event.target.files?.[0]);
    // Otherwise choosing the same file again changes nothing.
    event.target.value = '';
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsTarget(false);
    if (!isBusy) read(event.dataTransfer.files[0]);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy && text.trim() !== '') onNext();
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <StepLine current="choose" />
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={isBusy} onClick={() => fileInput.current?.click()}>
          <FileUp aria-hidden="true" /> Choose a file
        </Button>
        <span className="min-w-0 text-sm break-words text-muted">
          {fileName ?? 'CSV or JSON, 2 MiB at most'}
        </span>
      </div>
      <input
        ref={fileInput}
        type="file"
        accept=".csv,.txt,.tsv,.json,text/csv,text/plain,application/json"
        aria-label="File with transactions"
        className="hidden"
        onChange={choose}
      />
      <Field
        label="Or paste its text"
        error={fileError}
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
            onChange={({ target }) => change({ text: target.value, fileName: null })}
            onDragOver={(event) => {
              event.preventDefault();
              setIsTarget(true);
            }}
            onDragLeave={() => setIsTarget(false)}
            onDrop={drop}
            className={cn(
              controlClass,
              'resize-y py-2 font-mono text-sm',
              isTarget && 'border-accent bg-accent-soft',
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
