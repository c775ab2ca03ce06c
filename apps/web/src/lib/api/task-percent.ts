const pendingPercent = 10;
const defaultPercent = 50;
const maxPercent = 90;

interface Steps {
  readonly current: number;
  readonly total: number;
}

/** The steps that are done in whole percent; null if none are counted. */
export function percentDone(steps: Steps | null | undefined): number | null {
  return steps && steps.total > 0 ? Math.round((100 * steps.current) / steps.total) : null;
}

interface ProgressingTask {
  readonly status: string;
  readonly info: Steps | null;
}

/** The progress of a task in whole percent; `task` is null before the first check. */
export function taskPercent(task: ProgressingTask | null): number {
  switch (task?.status) {
    case 'PENDING':
      return pendingPercent;
    case 'PROGRESS':
      return Math.min(maxPercent, percentDone(task.info) ?? defaultPercent);
    case 'SUCCESS':
      return 100;
    default:
      return 0;
  }
}
