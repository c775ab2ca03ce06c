import type { Strategy as StrategyRow } from '@stockbook/db';
import { readRules } from './read-rules.ts';
import type { Strategy, StrategyDetail } from './schemas.ts';

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

export function presentDetail(strategy: Omit<StrategyRow, 'user'>): StrategyDetail {
  const { runnable, problems } = readRules(strategy.rules);
  return { ...presentStrategy(strategy), runnable: runnable !== null, problems: [...problems] };
}
