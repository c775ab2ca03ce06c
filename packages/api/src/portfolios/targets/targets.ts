import {
  type EntityManager,
  type Portfolio,
  portfolioRepository,
  stockRepository,
  tagGroupRepository,
} from '@stockbook/db';
import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { findPortfolio, lockPortfolio } from '../portfolios.ts';
import type { portfolioInput } from '../schemas.ts';
import type { NewTarget, setTargetsInput, Targets } from './schemas.ts';

/**
 * Returns the targets of a portfolio of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getTargets(
  { em, user }: UserContext,
  { portfolioId }: z.output<typeof portfolioInput>,
): Promise<Targets> {
  const { id } = await findPortfolio(em, user.id, portfolioId);
  return readTargets(em, user.id, id);
}

/** The targets of a portfolio of a user. */
async function readTargets(em: EntityManager, userId: string, portfolioId: string): Promise<Targets> {
  const groups = await tagGroupRepository.listTags(em, userId, portfolioId);
  for (const { name, tags } of groups) {
    const targets = tags.flatMap(({ name: tag, targetPercent }) =>
      targetPercent === null ? [] : [{ tag, percent: Number(targetPercent) }],
    );
    if (targets.length > 0) return { group: name, targets };
  }
  const rows = await tagGroupRepository.listTargets(em, userId, [portfolioId]);
  return {
    group: null,
    targets: rows.map(({ symbol, percent }) => ({ symbol, percent: Number(percent) })),
  };
}

/**
 * Replaces the targets of a portfolio of the caller, those of stocks and of tags alike.
 * @throws AppError NOT_FOUND, BAD_REQUEST if they do not add up or name something unknown
 */
export async function setTargets(
  { em, user }: Pick<ActorContext<never>, 'em' | 'user'>,
  { portfolioId, group, targets }: z.output<typeof setTargetsInput>,
): Promise<Targets> {
  return em.transactional(async (tx) => {
    await findPortfolio(tx, user.id, portfolioId);
    const stocks = group === null ? await readStockTargets(tx, user.id, targets) : [];
    const portfolio = await lockPortfolio(tx, user.id, portfolioId);
    assertSum(
      portfolio,
      targets.map(({ percent }) => percent),
    );
    if (group === null) {
      await tagGroupRepository.clearTargets(tx, portfolio.id);
      await tagGroupRepository.addTargets(tx, portfolio.id, stocks);
    } else {
      const { id, named } = await readTagTargets(tx, user.id, portfolio.id, group, targets);
      await tagGroupRepository.clearTargets(tx, portfolio.id);
      await tagGroupRepository.setTagTargets(tx, id, named);
    }
    await portfolioRepository.bumpRevision(tx, portfolio.id);
    return readTargets(tx, user.id, portfolio.id);
  });
}

/**
 * Rejects targets that do not add up to 100 %: what remains is that of cash, if the portfolio tracks it.
 * @throws AppError BAD_REQUEST
 */
export function assertSum(
  { cashTracking }: Pick<Portfolio, 'cashTracking'>,
  percents: readonly string[],
): void {
  if (percents.length === 0) return;
  const sum = percents.reduce((total, percent) => total.add(percent), new Decimal(0));
  if (cashTracking ? sum.lte(100) : sum.eq(100)) return;
  throw fieldError('targets', `Targets add up to ${sum.toFixed()} %, not 100 %`);
}

/** @throws AppError BAD_REQUEST */
async function readStockTargets(tx: EntityManager, userId: string, targets: readonly NewTarget[]) {
  const symbols = targets.map(({ symbol, tag }, index) => {
    if (symbol === undefined || tag !== undefined) {
      throw fieldError(`targets[${index}].symbol`, 'Name the stock of each target, or a group and its tags');
    }
    return symbol;
  });
  assertDistinct(symbols, 'symbol');
  const stocks = await stockRepository.keepBySymbols(tx, userId, symbols);
  const ids = new Map(stocks.map(({ id, symbol }) => [symbol, id]));
  return targets.map(({ percent }, index) => {
    const symbol = symbols[index] ?? '';
    const stockId = ids.get(symbol);
    if (stockId === undefined) {
      const message = `${symbol} is not known yet. Add it to your stocks first`;
      throw fieldError(`targets[${index}].symbol`, message);
    }
    return { stockId, percent };
  });
}

/** @throws AppError BAD_REQUEST */
async function readTagTargets(
  tx: EntityManager,
  userId: string,
  portfolioId: string,
  groupName: string,
  targets: readonly NewTarget[],
) {
  const groups = await tagGroupRepository.listTags(tx, userId, portfolioId);
  const group = groups.find(({ name }) => name === groupName);
  if (!group) throw fieldError('group', `There is no tag group named "${groupName}"`);
  const known = new Set(group.tags.map(({ name }) => name));
  const named = targets.map(({ tag, percent }, index) => {
    if (tag === undefined || !known.has(tag)) {
      const message =
        tag === undefined ? 'Name the tag of each target' : `The group has no tag named "${tag}"`;
      throw fieldError(`targets[${index}].tag`, message);
    }
    return { tag, percent };
  });
  assertDistinct(
    named.map(({ tag }) => tag),
    'tag',
  );
  return { id: group.id, named };
}

/** @throws AppError BAD_REQUEST */
function assertDistinct(names: readonly string[], field: string): void {
  const index = names.findIndex((name, at) => names.indexOf(name) < at);
  if (index !== -1) throw fieldError(`targets[${index}].${field}`, `${names[index]} has two targets`);
}
