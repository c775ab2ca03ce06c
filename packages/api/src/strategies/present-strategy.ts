import type { Strategy as StrategyRow } from '@stockbook/db';
import type { Strategy } from './schemas.ts';

/** Maps a strategy to its API shape. */
export function presentStrategy(strategy: Omit<StrategyRow, 'user'>): Strategy {
  return {
    id: strategy.id,
    name: strategy.name,
    description: strategy.description,
    rules: strategy.rules,
    is_active: strategy.isActive,
    created_at: strategy.createdAt.toISOString(),
    updated_at: strategy.updatedAt.toISOString(),
  };
}
