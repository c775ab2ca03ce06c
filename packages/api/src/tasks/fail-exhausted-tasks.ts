import { taskRepository } from '@stockbook/db';
import type { Services } from '../context.ts';

/** Fails tasks whose worker died at every attempt: no job is left that could end them. */
export async function failExhaustedTasks({ database, clock, log }: Services): Promise<void> {
  const message = 'The task was given up: the worker died of it at every try';
  const tasks = await taskRepository.failExhausted(database.fork(), message, clock());
  if (tasks.length > 0) log.error({ tasks }, 'failed tasks without attempts left');
}
