import { signInRepository, taskRepository } from '@stockbook/db';
import type { Services } from '../context.ts';

/** Finished tasks are kept so long. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Forgets what has had its time: finished tasks after seven days, expired sign-ins and sessions. */
export async function cleanUp({ database, clock, log }: Services): Promise<void> {
  const now = clock();
  const tasks = await taskRepository.deleteFinishedBefore(database.fork(), new Date(now.getTime() - keptMs));
  await signInRepository.deleteExpired(database.fork(), now);
  log.info({ tasks }, 'cleaned up');
}
