import { taskRepository } from '@stockbook/db';
import type { Services } from '../context.ts';

/** Ends the tasks that took their worker down at every try: nobody else would. */
export async function failExhaustedTasks({ database, clock, log }: Services): Promise<void> {
  const message = 'The task was given up: the worker died of it at every try';
  const tasks = await taskRepository.failExhausted(database.fork(), message, clock());
  if (tasks.length > 0) log.error({ tasks }, 'tasks were given up');
}
