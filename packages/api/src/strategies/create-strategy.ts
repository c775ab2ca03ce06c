import { randomUUID } from 'node:crypto';
import { Strategy as StrategyRow } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { presentStrategy } from './present-strategy.ts';
import type { createStrategyInput, Strategy } from './schemas.ts';

/** Keeps a strategy of the caller's. */
export async function createStrategy(
  { em, user, clock }: UserContext,
  { name, description, rules, is_active }: z.output<typeof createStrategyInput>,
): Promise<Strategy> {
  const now = clock();
  const strategy = {
    id: randomUUID(),
    name,
    description,
    rules,
    isActive: is_active,
    createdAt: now,
    updatedAt: now,
  };
  await em.insert(StrategyRow, { ...strategy, user: user.id });
  return presentStrategy(strategy);
}
