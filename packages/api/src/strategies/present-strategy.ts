import { type EntityManager, type Strategy as StrategyRow, strategyStateRepository } from '@stockbook/db';
import { readRules } from './read-rules.ts';
import { maxLiveProblems, type Strategy, type StrategyDetail } from './schemas.ts';

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

/** Like `presentStrategy`, with what keeps the strategy from running. */
export async function presentDetail(
  em: EntityManager,
  strategy: Omit<StrategyRow, 'user'>,
): Promise<StrategyDetail> {
  const { runnable, problems } = readRules(strategy.rules);
  return {
    ...presentStrategy(strategy),
    runnable: runnable !== null,
    problems: [...problems],
    live_problems: strategy.isActive
      ? await strategyStateRepository.listProblems(em, strategy.id, maxLiveProblems)
      : [],
  };
}
