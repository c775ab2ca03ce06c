import {
  type EntityManager,
  type PortfolioMove,
  portfolioMoveRepository,
  taskRepository,
} from '@stockbook/db';
import { AppError, fieldError, notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { MoveInError } from './move-in-error.ts';

/** @throws AppError NOT_FOUND, the same for another user's move */
export async function findMove(em: EntityManager, userId: string, id: string): Promise<PortfolioMove> {
  const move = isUuid(id) ? await portfolioMoveRepository.findOfUser(em, userId, id) : null;
  if (!move) throw notFound('Move');
  return move;
}

/** @throws AppError NOT_FOUND */
export async function lockMove(tx: EntityManager, userId: string, id: string): Promise<PortfolioMove> {
  const move = isUuid(id) ? await portfolioMoveRepository.lockOfUser(tx, userId, id) : null;
  if (!move) throw notFound('Move');
  return move;
}

type Stored = Pick<PortfolioMove, 'id' | 'state' | 'digest'>;

/**
 * The state of a move as far as its task still works on it, and that task: one whose worker died at every try has left
 * its state behind.
 */
export async function progressOf(
  em: EntityManager,
  userId: string,
  { id, state, digest }: Stored,
): Promise<{ readonly state: PortfolioMove['state']; readonly taskId: string | null }> {
  if (state !== 'reading' && state !== 'storing') return { state, taskId: null };
  const isReading = state === 'reading';
  const [kind, subject] = isReading ? ['read-move', digest] : ['store-move', id];
  const task = await taskRepository.findActive(em, userId, kind, subject);
  if (task) return { state, taskId: task.id };
  return { state: isReading ? 'failed' : 'answers_needed', taskId: null };
}

export async function stateOf(
  em: EntityManager,
  userId: string,
  move: Stored,
): Promise<PortfolioMove['state']> {
  return (await progressOf(em, userId, move)).state;
}

/** The error of a request for a file that cannot be moved in; other errors stay as they are. */
export function toMoveError(error: unknown): unknown {
  if (!(error instanceof MoveInError)) return error;
  if (error.isTooLarge) return new AppError('PAYLOAD_TOO_LARGE', error.message);
  return error.field === null
    ? new AppError('BAD_REQUEST', error.message)
    : fieldError(error.field, error.message);
}
