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

/**
 * The state of a move as far as its task still works on it: one whose worker died at every try has left its state
 * behind.
 */
export async function stateOf(
  em: EntityManager,
  userId: string,
  { id, state, digest }: Pick<PortfolioMove, 'id' | 'state' | 'digest'>,
): Promise<PortfolioMove['state']> {
  if (state === 'reading') {
    const isActive = await taskRepository.findActive(em, userId, 'read-move', digest);
    return isActive ? state : 'failed';
  }
  if (state !== 'storing') return state;
  return (await taskRepository.findActive(em, userId, 'store-move', id)) ? state : 'answers_needed';
}

/** The error of a request for a file that cannot be moved in; other errors stay as they are. */
export function toMoveError(error: unknown): unknown {
  if (!(error instanceof MoveInError)) return error;
  if (error.isTooLarge) return new AppError('PAYLOAD_TOO_LARGE', error.message);
  return error.field === null
    ? new AppError('BAD_REQUEST', error.message)
    : fieldError(error.field, error.message);
}
