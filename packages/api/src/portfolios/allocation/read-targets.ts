import { type EntityManager, tagGroupRepository } from '@stockbook/db';
import type { StockTarget, TagGroup, Targets } from '@stockbook/portfolio';

/** The tag groups and targets of a portfolio, as `@stockbook/portfolio` takes them. */
export interface TargetsOfPortfolio {
  readonly groups: readonly TagGroup[];
  readonly stockTargets: readonly StockTarget[];
}

export async function readTargetsOf(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
): Promise<TargetsOfPortfolio> {
  const groups = await tagGroupRepository.listOfPortfolios(tx, userId, [portfolioId]);
  const targets = await tagGroupRepository.listTargets(tx, userId, [portfolioId]);
  return {
    groups: groups.map(({ name, tags }) => ({
      name,
      tags: tags.map((tag) => ({
        name: tag.name,
        targetPercent: tag.targetPercent === null ? null : Number(tag.targetPercent),
        shares: tag.shares.map(withNumber),
      })),
    })),
    stockTargets: targets.map(withNumber),
  };
}

function withNumber({ symbol, percent }: { readonly symbol: string; readonly percent: string }): StockTarget {
  return { symbol, percent: Number(percent) };
}

/** The targets that are set: those of the tags of one group, or those of stocks. */
export function targetsOf({ groups, stockTargets }: TargetsOfPortfolio): Targets {
  const group = groups.find(({ tags }) => tags.some(({ targetPercent }) => targetPercent !== null));
  return group ?? stockTargets;
}

/** The symbols of all stocks that targets concern. */
export function symbolsOf(targets: Targets): string[] {
  const stocks = 'tags' in targets ? targets.tags.flatMap(({ shares }) => shares) : targets;
  return stocks.map(({ symbol }) => symbol);
}
