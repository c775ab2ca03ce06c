import type { Portfolio, TransactionImportPreview } from '@stockbook/api/schemas';
import { useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { type ImportControl, type ImportSource, useTransactionPreview } from './api.ts';
import { CheckStep, linesPerPage } from './check-step.tsx';
import { ChooseStep } from './choose-step.tsx';
import { DoneStep, ProgressStep } from './done-step.tsx';
import { draftOf, type MappingDraft } from './mapping-draft.ts';
import { MatchStep } from './match-step.tsx';
import { StepLine } from './step-line.tsx';

interface ImportDialogProps {
  portfolio: Portfolio;
  control: ImportControl;
  onClose: () => void;
}

/** Imports transactions in four steps: a file, its columns, its rows, the result. */
export function ImportDialog({ portfolio, control, onClose }: ImportDialogProps) {
  const { state } = control;
  const [source, setSource] = useState<ImportSource>({ text: '', fileName: null });
  const step = useSteps(portfolio.id, source);

  return (
    <Dialog title="Import transactions" open size="lg" onClose={onClose}>
      {state.status === 'idle' && step.name === 'choose' && (
        <ChooseStep
          portfolioId={portfolio.id}
          source={source}
          onSource={setSource}
          isBusy={step.isBusy}
          error={step.error}
          onNext={step.choose}
        />
      )}
      {state.status === 'idle' && step.name === 'match' && step.preview && step.draft && (
        <MatchStep
          preview={step.preview}
          draft={step.draft}
          onDraft={step.setDraft}
          isBusy={step.isBusy}
          error={step.error}
          onBack={step.back}
          onNext={step.check}
        />
      )}
      {state.status === 'idle' && step.name === 'check' && step.preview && step.draft && (
        <CheckStep
          preview={step.preview}
          draft={step.draft}
          isChecked={step.isChecked}
          page={step.page}
          onPage={step.showPage}
          onDraft={step.setDraft}
          isBusy={step.isBusy}
          error={step.error}
          onBack={step.back}
          onCheck={step.check}
          onStart={() => control.start({ ...source, mapping: step.draft })}
        />
      )}
      {(state.status === 'starting' || state.status === 'running') && (
        <ProgressStep task={state.status === 'running' ? state.task : null} onClose={onClose} />
      )}
      {state.status === 'failed' && (
        <div className="space-y-4">
          <StepLine current="done" />
          <ErrorBox message={state.message} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={control.reset}>
              {step.preview ? 'Back to the check' : 'Choose a file'}
            </Button>
          </div>
        </div>
      )}
      {state.status === 'done' && (
        <DoneStep
          portfolioId={portfolio.id}
          task={state.task}
          importId={control.importId}
          onMore={() => {
            control.reset();
            step.restart();
            setSource({ text: '', fileName: null });
          }}
          onDone={() => {
            control.reset();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

type StepName = 'choose' | 'match' | 'check';

/** The steps before the import: each asks the server for a preview by the mapping so far. */
function useSteps(portfolioId: string, source: ImportSource) {
  const [name, setName] = useState<StepName>('choose');
  const [preview, setPreview] = useState<TransactionImportPreview | null>(null);
  const [draft, setDraft] = useState<MappingDraft | null>(null);
  /** The mapping that the preview was made with. */
  const [checked, setChecked] = useState<MappingDraft | null>(null);
  const [page, setPage] = useState(0);
  const { mutate, isPending, error, reset } = useTransactionPreview(portfolioId);
  const isChecked = JSON.stringify(draft) === JSON.stringify(checked);

  function show(next: StepName, result: TransactionImportPreview, rows: MappingDraft['rows']) {
    const mapping = { ...draftOf(result), rows };
    setPreview(result);
    setDraft(mapping);
    setChecked(mapping);
    setPage(0);
    setName(next);
  }

  /** Shows a page of lines, which are loaded by the mapping of those before them. */
  function showPage(next: number) {
    if (!preview) return;
    const { lines, total } = preview;
    const offset = lines.length;
    if (Math.min((next + 1) * linesPerPage, total) <= offset) setPage(next);
    else {
      const add = (part: TransactionImportPreview) => {
        setPreview({ ...preview, lines: [...lines, ...part.lines] });
        setPage(next);
      };
      mutate({ ...source, mapping: checked, offset }, { onSuccess: add });
    }
  }

  return {
    name,
    preview,
    draft,
    setDraft: (next: MappingDraft) => {
      setDraft(next);
      reset();
    },
    isChecked,
    isBusy: isPending,
    error,
    page,
    showPage,
    choose: () => mutate({ ...source, mapping: null }, { onSuccess: (result) => show('match', result, []) }),
    check: () => {
      // A preview that is still true: the server allows ten in a minute.
      if (isChecked && name === 'match') setName('check');
      else if (draft) {
        mutate({ ...source, mapping: draft }, { onSuccess: (result) => show('check', result, draft.rows) });
      }
    },
    back: () => {
      reset();
      setName(name === 'check' ? 'match' : 'choose');
    },
    restart: () => {
      reset();
      setPreview(null);
      setName('choose');
    },
  };
}
