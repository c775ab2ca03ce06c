const pendingPercent = 10;
const defaultPercent = 50;
const maxPercent = 90;

interface ProgressingTask {
  readonly status: string;
  readonly info: { readonly current: number; readonly total: number } | null;
}

/** The progress of a task in whole percent; `task` is null before the first check. */
export function taskPercent(task: ProgressingTask | null): number {
  switch (task?.status) {
    case 'PENDING':
      return pendingPercent;
    case 'PROGRESS':
      return task.info && task.info.total > 0
        ? Math.min(maxPercent, Math.round((100 * task.info.current) / task.info.total))
        : defaultPercent;
    case 'SUCCESS':
      return 100;
    default:
      return 0;
  }
}
