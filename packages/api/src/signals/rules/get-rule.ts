import { type EntityManager, type SignalRuleRow, signalRuleRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { findProblems } from './find-problems.ts';
import { presentRule } from './present-rule.ts';
import type { SignalRule, signalRuleInput } from './schemas.ts';

/** The context of a request or of a task. */
export type RuleContext = Pick<UserContext, 'em' | 'clock'> & { readonly user: { readonly id: string } };

/** @throws AppError NOT_FOUND */
export async function findRule(em: EntityManager, userId: string, id: string): Promise<SignalRuleRow> {
  const rule = isUuid(id) && (await signalRuleRepository.findOfUser(em, userId, id));
  if (!rule) throw notFound('Rule');
  return rule;
}

/**
 * Returns a rule of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getRule(
  { em, user, clock }: RuleContext,
  { id }: z.output<typeof signalRuleInput>,
): Promise<SignalRule> {
  const row = await findRule(em, user.id, id);
  const problems = await findProblems(em, user.id, [row], clock());
  return presentRule(row, problems.get(id) ?? []);
}
