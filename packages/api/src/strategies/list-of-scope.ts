import { type EntityManager, stockListRepository } from '@stockbook/db';
import { AppError } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { readRules, type StrategyScope } from './read-rules.ts';

const deletedMessage = 'This list was deleted: choose another';

/** The problem of a strategy whose list is gone. */
export const deletedListProblem = { field: 'rules.scope', message: deletedMessage, position: null };

/** Whether a strategy runs on a list that its user does not have. */
export async function isListMissing(
  em: EntityManager,
  userId: string,
  scope: StrategyScope | undefined,
): Promise<boolean> {
  if (!scope || !('listId' in scope)) return false;
  const { listId } = scope;
  return listId === null || !isUuid(listId) || !(await stockListRepository.isOfUser(em, userId, listId));
}

/** @throws AppError CONFLICT if a strategy cannot be run because its list was deleted */
export async function assertListExists(
  em: EntityManager,
  userId: string,
  scope: StrategyScope,
): Promise<void> {
  if (await isListMissing(em, userId, scope)) throw new AppError('CONFLICT', deletedMessage);
}

/**
 * Rejects rules over a list that the user does not have.
 * @throws AppError BAD_REQUEST
 */
export async function assertListKnown(
  em: EntityManager,
  userId: string,
  rules: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (await isListMissing(em, userId, readRules(rules).runnable?.scope)) {
    throw new AppError('BAD_REQUEST', unknownMessage, { details: [unknownListProblem] });
  }
}

/**
 * Names the list of a user in rules that were exported with its name; none if the user has no such list.
 * @returns the rules, and whether they are over a list that is missing
 */
export async function withListOfName(
  em: EntityManager,
  userId: string,
  rules: Readonly<Record<string, unknown>>,
  name: string | null,
): Promise<{ rules: Record<string, unknown>; isListMissing: boolean }> {
  const scope = readRules(rules).runnable?.scope;
  if (!scope || !('listId' in scope)) return { rules, isListMissing: false };
  const list_id = name === null ? null : await stockListRepository.findIdByName(em, userId, name);
  return { rules: { ...rules, scope: { list_id } }, isListMissing: list_id === null };
}

const unknownMessage = 'List not found';

/** The problem of rules that name an unknown list. */
export const unknownListProblem = { field: 'rules.scope', message: unknownMessage, position: null };
