import { Link } from '@tanstack/react-router';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { PageProblem } from '#components/feedback/page-problem.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { type MoveReport, type MoveTask, useMove } from '../api.ts';
import { CheckStep } from '../check/check-step.tsx';
import { isOpen } from '../check/questions.tsx';
import { TaskProgress } from './busy.tsx';
import { CompareStep } from './compare-step.tsx';
import { DoneStep } from './done-step.tsx';
import { MoveFrame } from './move-frame.tsx';

export interface MovePageProps {
  moveId: string;
  /** Whether the user has gone on from the check to the comparison. */
  isComparing: boolean;
  onComparing: (isComparing: boolean) => void;
}

/** A move after its file was sent, in the step that its state and the user decide. */
export function MovePage({ moveId, isComparing, onComparing }: MovePageProps) {
  const { data: report, task, error, refetch } = useMove(moveId);
  if (!report) {
    return error ? (
      <PageProblem
        subject="move"
        error={error}
        fallback="Failed to load the move"
        listLink={
          <Link
            to="/portfolios/move-in/{-$moveId}"
            params={{ moveId: undefined }}
            className={buttonClass('primary')}
          >
            Move from another program
          </Link>
        }
        onRetry={refetch}
      />
    ) : (
      <Spinner text="Loading move..." className="min-h-[50dvh]" />
    );
  }
  return <MoveStep report={report} task={task} isComparing={isComparing} onComparing={onComparing} />;
}

interface MoveStepProps extends Omit<MovePageProps, 'moveId'> {
  report: MoveReport;
  task: MoveTask | null;
}

function MoveStep({ report, task, isComparing, onComparing }: MoveStepProps) {
  const failure = task?.status === 'FAILURE' ? (task.error ?? 'Failed to move in') : null;
  switch (report.state) {
    case 'reading':
      return (
        <MoveFrame step="choose">
          <TaskProgress work="Reading" task={task} />
        </MoveFrame>
      );
    case 'failed':
      return (
        <MoveFrame step="choose">
          <ErrorBox message={report.problem ?? task?.error ?? 'Failed to read the file'} />
          <Link
            to="/portfolios/move-in/{-$moveId}"
            params={{ moveId: undefined }}
            className={buttonClass('primary')}
          >
            Choose a file
          </Link>
        </MoveFrame>
      );
    case 'storing':
      return (
        <MoveFrame step="done">
          <TaskProgress work="Moving in" task={task} />
        </MoveFrame>
      );
    case 'stored':
    case 'taken_back':
      return (
        <MoveFrame step="done">
          <DoneStep report={report} />
        </MoveFrame>
      );
    default:
      // Open questions come before the comparison.
      return isComparing && !report.questions.some(isOpen) ? (
        <MoveFrame step="compare">
          <CompareStep report={report} failure={failure} onBack={() => onComparing(false)} />
        </MoveFrame>
      ) : (
        <MoveFrame step="check">
          <CheckStep report={report} failure={failure} onNext={() => onComparing(true)} />
        </MoveFrame>
      );
  }
}
