import type { TransactionImportPreview } from '@stockbook/api/schemas';
import type { FormEvent } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { DialogFoot } from '#components/ui/overlay/dialog-foot.tsx';
import { formatCount } from '#lib/format/numbers.ts';
import { countTransactions } from './import-list.tsx';
import { LineTable } from './line-table.tsx';
import type { MappingDraft } from './mapping-draft.ts';
import { QuestionList } from './question-list.tsx';
import { RowPages } from './row-pages.tsx';
import { StepLine } from './step-line.tsx';

interface CheckStepProps {
  preview: TransactionImportPreview;
  draft: MappingDraft;
  /** Whether the preview was made with the draft. */
  isChecked: boolean;
  onDraft: (draft: MappingDraft) => void;
  /** The page of rows that is shown, from 0. */
  page: number;
  onPage: (page: number) => void;
  isBusy: boolean;
  error: unknown;
  onBack: () => void;
  onCheck: () => void;
  onStart: () => void;
}

/** Rows of a page: more of them, each with its cures, are slow on a phone. */
export const linesPerPage = 200;

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
export function CheckStep({
  preview,
  draft,
  isChecked,
  onDraft,
  page,
  onPage,
  isBusy,
  error,
  onBack,
  onCheck,
  onStart,
}: CheckStepProps) {
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
      <LineTable
        key={page}
        lines={lines.slice(page * linesPerPage, (page + 1) * linesPerPage)}
        draft={draft}
        onDraft={onDraft}
      />
      <RowPages
        noun="Rows"
        order="problems first"
        total={total}
        page={page}
        pageSize={linesPerPage}
        isBusy={isBusy}
        onPage={onPage}
      />
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
