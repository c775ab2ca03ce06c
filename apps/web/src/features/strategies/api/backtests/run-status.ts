/** How often the state of a run is fetched. */
export const runningIntervalMs = 1000;

export function isRunning(status: string | undefined): boolean {
  return status === 'PENDING' || status === 'PROGRESS';
}
