import type { UserContext } from '../context.ts';

/**
 * Handles an input of a user. Large ones of all users are handled one at a time: several would leave others too
 * little of the processor.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function handleInput<Result>(
  { services, requestId }: UserContext,
  isLarge: boolean,
  handle: () => Promise<Result>,
): Promise<Result> {
  if (!isLarge) return handle();
  const leave = await services.largeInputs.enter('all', requestId);
  try {
    return await handle();
  } finally {
    leave();
  }
}
