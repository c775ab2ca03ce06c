import { signalRuleRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { findProblems } from './find-problems.ts';
import { presentRule } from './present-rule.ts';
import type { listSignalRulesInput, signalRuleList } from './schemas.ts';

/**
 * Lists the caller's rules, newest first.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function listRules(
  ctx: UserContext,
  input: z.output<typeof listSignalRulesInput>,
): Promise<OutputStream> {
  const { em, user, clock } = ctx;
  return streamList(ctx, async (): Promise<z.infer<typeof signalRuleList>> => {
    const [rows, total] = await signalRuleRepository.listOfUser(em, user.id, input);
    const problems = await findProblems(em, user.id, rows, clock());
    return { rules: rows.map((row) => presentRule(row, problems.get(row.id) ?? [])), total };
  });
}
