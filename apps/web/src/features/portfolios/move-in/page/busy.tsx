import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { taskPercent } from '#lib/api/run-task.ts';
import type { MoveTask } from '../api.ts';

type Work = 'Reading' | 'Moving in';

interface BusyProps {
  /** The work, as a gerund. */
  work: Work;
  /** Null if it is not known. */
  percent: number | null;
  /** A sentence about the work, and whether the user has to wait for it. */
  note: string;
}

/** The progress of a step. */
export function Busy({ work, percent, note }: BusyProps) {
  return (
    <div className="space-y-3">
      <p role="status" className="numeric text-sm font-medium">
        {work}...{percent !== null && ` ${percent}%`}
      </p>
      <ProgressBar label={work} percent={percent} />
      <p className="text-sm text-muted">{note}</p>
    </div>
  );
}

interface TaskProgressProps {
  work: Work;
  /** Null if it is not known here. */
  task: MoveTask | null;
}

/** The progress of a task, which the server finishes even if the page is closed. */
export function TaskProgress({ work, task }: TaskProgressProps) {
  // A message that ends in dots names the work, as the line above does.
  const message = task?.message && !task.message.endsWith('...') ? `${task.message}. ` : '';
  return (
    <Busy
      work={work}
      percent={task && taskPercent(task)}
      note={`${message}You can leave this page: the server goes on.`}
    />
  );
}
