import { signalRuleRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { findProblems } from './find-problems.ts';
import { presentRule } from './present-rule.ts';
import type { listSignalRulesInput, signalRuleList } from './schemas.ts';

/** Lists the caller's rules, newest first. */
export async function listRules(
  { em, user, clock }: UserContext,
  input: z.output<typeof listSignalRulesInput>,
): Promise<z.infer<typeof signalRuleList>> {
  const [rows, total] = await signalRuleRepository.listOfUser(em, user.id, input);
  const problems = await findProblems(em, user.id, rows, clock());
  return { rules: rows.map((row) => presentRule(row, problems.get(row.id) ?? [])), total };
}
