import { signalRuleRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { getRule } from './get-rule.ts';
import type { SignalRule, signalRuleInput } from './schemas.ts';

/**
 * Deletes a rule of the caller; its signals stay.
 * @returns the rule as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteRule(
  ctx: UserContext,
  { id }: z.output<typeof signalRuleInput>,
): Promise<SignalRule> {
  const rule = await getRule(ctx, { id });
  if (!(await signalRuleRepository.remove(ctx.em, ctx.user.id, id))) throw notFound('Rule');
  return rule;
}
