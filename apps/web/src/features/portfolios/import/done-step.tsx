import { useRef } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { Button } from '#components/ui/button.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { taskPercent } from '#lib/api/run-task.ts';
import { type TransactionImportTask, useTakeBack } from './api.ts';
import { countTransactions } from './import-list.tsx';
import { StepLine } from './step-line.tsx';

interface ProgressStepProps {
  /** Null before the first check. */
  task: TransactionImportTask | null;
  onClose: () => void;
}

/** The progress of the import, which the server finishes even if the page is closed. */
export function ProgressStep({ task, onClose }: ProgressStepProps) {
  const percent = taskPercent(task);
  return (
    <div className="space-y-4">
      <StepLine current="done" />
      <p role="status" className="numeric text-sm font-medium">
        Importing... {percent}%
      </p>
      <ProgressBar label="Importing transactions" percent={percent} />
      <p className="text-sm text-muted">
        {task?.message && `${task.message}. `}The import continues on the server if you close this window or
        the page.
      </p>
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

interface DoneStepProps {
  portfolioId: string;
  task: TransactionImportTask;
  importId: string | null;
  onMore: () => void;
  onDone: () => void;
}

/** The result of an import, with the rows that were left out, and the way to take it back. */
export function DoneStep({ portfolioId, task, importId, onMore, onDone }: DoneStepProps) {
  const takeBack = useTakeBack();
  const doneButton = useRef<HTMLButtonElement>(null);
  const result = task.result && 'added' in task.result ? task.result : null;
  const added = result?.added ?? 0;
  const left = result?.lines ?? [];
  const isBack = takeBack.data !== undefined;
  return (
    <div className="space-y-4">
      <StepLine current="done" />
      <p role="status" className="text-sm font-medium">
        {takeBack.data?.message ?? `${countTransactions(added)} ${added === 1 ? 'was' : 'were'} added.`}
      </p>
      {!isBack && left.length > 0 && (
        <ScrollRegion label="Rows that were left out" className="max-h-[40dvh]">
          <ul className="divide-y divide-line px-3 text-sm">
            {left.map(({ line, message, security }) => (
              <li key={line} className="py-2 break-words">
                <span className="numeric text-muted">Line {line}</span>
                {security !== null && <span className="font-medium"> {security}</span>}: {message}
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
      <QueryError error={takeBack.error} fallback="Failed to take the import back" />
      <div className="flex flex-wrap justify-end gap-2">
        {importId !== null && added > 0 && !isBack && (
          <Button
            className="mr-auto"
            disabled={takeBack.isPending}
            onClick={() =>
              takeBack.mutate(
                { portfolioId, importId },
                // The button that has the focus goes.
                { onSuccess: () => doneButton.current?.focus() },
              )
            }
          >
            {takeBack.isPending ? 'Taking back...' : 'Take this import back'}
          </Button>
        )}
        <Button onClick={onMore}>Import another file</Button>
        <Button ref={doneButton} variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
