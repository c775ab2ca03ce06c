import { useRef } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { formatDate, formatMoment } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import type { MoveReport } from '../api.ts';
import { StepFoot } from '../page/step-foot.tsx';
import { LeftOut, ListsAndTags, Splits, Warnings } from './facts.tsx';
import { Lines } from './lines.tsx';
import { Portfolios } from './portfolios.tsx';
import { isOpen, Questions } from './questions.tsx';
import { Securities } from './securities.tsx';
import { useAnswers } from './use-answers.ts';

/** The time for which the server keeps a move that is not stored. */
const keptMs = 24 * 60 * 60 * 1000;

interface CheckStepProps {
  report: MoveReport;
  /** Why the last attempt to store the move has stopped; null if there was none. */
  failure: string | null;
  onNext: () => void;
}

/** The second step: what the file becomes, and what is to be decided about it. */
export function CheckStep({ report, failure, onNext }: CheckStepProps) {
  const summary = useRef<HTMLParagraphElement>(null);
  // The question that had the focus may be gone.
  const answers = useAnswers(report.id, () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) summary.current?.focus();
    }),
  );
  const open = report.questions.filter(isOpen).length;

  /** Goes on after the answer that the click on the button has sent, by taking the focus from a field. */
  async function goOn() {
    if (await answers.settled()) onNext();
    else {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
    }
  }

  return (
    <div className="space-y-4">
      {failure !== null && <ErrorBox message={failure} />}
      <div className="space-y-1 text-sm">
        <p className="font-medium break-words">
          {report.program}
          {report.file_name && ` · ${report.file_name}`}
          {report.last_day && ` · up to ${formatDate(report.last_day)}`}
        </p>
        <p ref={summary} tabIndex={-1} role="status" className="numeric text-muted outline-none">
          {answers.isBusy ? 'Checking...' : `${report.message}. ${describeOpen(open)}`}
        </p>
      </div>
      <Warnings report={report} />
      <Questions report={report} answers={answers} />
      <Portfolios report={report} answers={answers} />
      <Securities report={report} answers={answers} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 empty:hidden">
        <Splits report={report} />
        <ListsAndTags report={report} />
        <LeftOut report={report} />
      </div>
      <Lines report={report} />
      <p className="text-sm text-muted">
        Nothing is stored yet. You can leave this page and come back until{' '}
        {formatMoment(new Date(Date.parse(report.created_at) + keptMs).toISOString())}.
      </p>
      <StepFoot>
        <Button variant="primary" disabled={open > 0} onClick={() => void goOn()}>
          {open > 0 ? describeOpen(open).replace('.', '') : 'Compare'}
        </Button>
      </StepFoot>
    </div>
  );
}

function describeOpen(open: number): string {
  if (open === 0) return 'No question is open.';
  return open === 1 ? '1 question is open.' : `${formatCount(open)} questions are open.`;
}
