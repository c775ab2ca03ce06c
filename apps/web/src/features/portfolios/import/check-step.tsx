import type { TransactionImportPreview } from '@stockbook/api/schemas';
import type { FormEvent } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatCount } from '#lib/format/numbers.ts';
import { DialogFoot } from '../dialog-foot.tsx';
import { countTransactions } from './import-list.tsx';
import { LineTable } from './line-table.tsx';
import type { MappingDraft } from './mapping-draft.ts';
import { QuestionList } from './question-list.tsx';
import { StepLine } from './step-line.tsx';

interface CheckStepProps {
  preview: TransactionImportPreview;
  draft: MappingDraft;
  /** Whether the preview was made with the draft. */
  isChecked: boolean;
  onDraft: (draft: MappingDraft) => void;
  isBusy: boolean;
  error: unknown;
  onBack: () => void;
  onCheck: () => void;
  onStart: () => void;
}

/** `412 new · 3 already there · 2 problems`. */
function describeCounts({ counts }: Pick<TransactionImportPreview, 'counts'>): string {
  return [
    `${formatCount(counts.new)} new`,
    `${formatCount(counts.already_there)} already there`,
    ...(counts.skipped > 0 ? [`${formatCount(counts.skipped)} left out`] : []),
    `${formatCount(counts.problem)} ${counts.problem === 1 ? 'problem' : 'problems'}`,
  ].join(' · ');
}

/** The third step: the verdict of each row, and the ways to cure problems in place. */
export function CheckStep(props: CheckStepProps) {
  const { preview, draft, isChecked, onDraft, isBusy, error, onBack, onCheck, onStart } = props;
  const { counts, lines, total, questions } = preview;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!isChecked) onCheck();
    else if (counts.new > 0) onStart();
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <StepLine current="check" />
      <p role="status" className="text-sm font-medium">
        {describeCounts(preview)}
      </p>
      <QuestionList questions={questions} draft={draft} onDraft={onDraft} />
      <LineTable lines={lines} draft={draft} onDraft={onDraft} />
      {lines.length < total && (
        <p className="text-sm text-muted">
          The first {formatCount(lines.length)} of {formatCount(total)} rows, problems first.
        </p>
      )}
      <DialogFoot>
        <QueryError error={error} fallback="Failed to import" />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isChecked && counts.problem > 0 && counts.new > 0 && (
            <p className="mr-auto text-sm text-muted">Rows with a problem are left out.</p>
          )}
          <Button disabled={isBusy} onClick={onBack}>
            Back
          </Button>
          {isChecked ? (
            <Button type="submit" variant="primary" disabled={isBusy || counts.new === 0}>
              {counts.new === 0 ? 'Nothing to import' : `Import ${countTransactions(counts.new)}`}
            </Button>
          ) : (
            <Button type="submit" variant="primary" disabled={isBusy}>
              {isBusy ? 'Checking...' : 'Check again'}
            </Button>
          )}
        </div>
      </DialogFoot>
    </form>
  );
}
