import { attemptCountRepository, type EntityManager } from '@stockbook/db';
import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';

/** A maximum of actions of a user, or another spender, in a window of time, counted across all processes. */
export interface Budget {
  readonly name: string;
  readonly maximum: number;
  readonly windowMs: number;
  /** Beginning of the error message. */
  readonly message: string;
}

/** Formats a duration as `40 seconds`, `5 minutes` or `12 hours`, rounded up. */
function formatWait(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/** A request or a task. */
export interface Spender {
  readonly user: { readonly id: string };
  readonly services: Pick<Services, 'clock'>;
}

/**
 * Counts an action of a user.
 * @param spender whose budget it is, if it is not the user's
 * @param amount as how many actions it counts
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function spend(
  em: EntityManager,
  { user, services: { clock } }: Spender,
  budget: Budget,
  spender = user.id,
  amount = 1,
): Promise<void> {
  const now = clock();
  const { count, endsAtMs } = await attemptCountRepository.add(
    em,
    [budget.name, spender],
    budget.windowMs,
    now,
    amount,
  );
  if (count <= budget.maximum) return;
  const retryAfterS = Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000));
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `${budget.message}, the maximum. Try again in ${formatWait(retryAfterS)}`,
    {
      retryAfterS,
      exceededLimit: budget.maximum,
    },
  );
}
