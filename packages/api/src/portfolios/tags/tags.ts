import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  type NewTag,
  type Portfolio,
  portfolioRepository,
  stockRepository,
  type TagGroupRow,
  tagGroupRepository,
} from '@stockbook/db';
import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../../context.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import { assertQuota } from '../../quotas/quotas.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { findPortfolio, lockPortfolio } from '../portfolios.ts';
import type { portfolioInput } from '../schemas.ts';
import { assertSum } from '../targets/targets.ts';
import {
  type createTagGroupInput,
  maxTagGroups,
  type NewPortfolioTag,
  type TagGroup,
  type tagGroupInput,
  type tagGroupList,
  type updateTagGroupInput,
} from './schemas.ts';

/**
 * Lists the tag groups of a portfolio of the caller, oldest first.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function listTagGroups(
  ctx: UserContext,
  { portfolioId }: z.output<typeof portfolioInput>,
): Promise<OutputStream> {
  const { em, user } = ctx;
  const { id } = await findPortfolio(em, user.id, portfolioId);
  return streamList(ctx, async (): Promise<z.infer<typeof tagGroupList>> => {
    const groups = await tagGroupRepository.listOfPortfolios(em, user.id, [id]);
    return { groups: groups.map(presentTagGroup), total: groups.length };
  });
}

/**
 * Adds a tag group to a portfolio of the caller.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a tag is not valid, CONFLICT if the name is taken or there are 10 groups
 */
export async function createTagGroup(
  ctx: ActorContext<'clock'>,
  { portfolioId, name, tags }: z.output<typeof createTagGroupInput>,
): Promise<TagGroup> {
  const { em, user, services } = ctx;
  return em.transactional(async (tx) => {
    await findPortfolio(tx, user.id, portfolioId);
    const stored = await readTags(tx, user.id, tags);
    const portfolio = await lockPortfolio(tx, user.id, portfolioId);
    const groups = await tagGroupRepository.listNames(tx, user.id, portfolio.id);
    assertNameFree(groups, name, null);
    assertQuota(groups.length, maxTagGroups, 'tag groups in this portfolio');
    const id = randomUUID();
    await tagGroupRepository.add(tx, { id, portfolioId: portfolio.id, name, createdAt: services.clock() });
    await storeTags(tx, portfolio, id, stored);
    return presentTagGroup(await findTagGroup(tx, user.id, portfolio.id, id));
  });
}

/**
 * Returns a tag group of the caller.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function getTagGroup(
  ctx: UserContext,
  { portfolioId, groupId }: z.output<typeof tagGroupInput>,
): Promise<OutputStream> {
  const { em, user } = ctx;
  const { id } = await findPortfolio(em, user.id, portfolioId);
  return streamList(ctx, async () => presentTagGroup(await findTagGroup(em, user.id, id, groupId)));
}

/**
 * Renames a tag group of the caller, or replaces its tags.
 * @throws AppError NOT_FOUND, BAD_REQUEST if a tag is not valid, CONFLICT if the name is taken
 */
export async function updateTagGroup(
  { em, user }: UserContext,
  { portfolioId, groupId, name, tags }: z.output<typeof updateTagGroupInput>,
): Promise<TagGroup> {
  return em.transactional(async (tx) => {
    await findPortfolio(tx, user.id, portfolioId);
    const stored = tags && (await readTags(tx, user.id, tags));
    const portfolio = await lockPortfolio(tx, user.id, portfolioId);
    const groups = await tagGroupRepository.listNames(tx, user.id, portfolio.id);
    const id = groupId.toLowerCase();
    if (!groups.some((group) => group.id === id)) throw notFound('Tag group');
    if (name !== undefined) {
      assertNameFree(groups, name, id);
      await tagGroupRepository.rename(tx, id, name);
    }
    if (stored) await storeTags(tx, portfolio, id, stored);
    else await portfolioRepository.bumpRevision(tx, portfolio.id);
    return presentTagGroup(await findTagGroup(tx, user.id, portfolio.id, id));
  });
}

/**
 * Deletes a tag group of the caller with its tags.
 * @throws AppError NOT_FOUND
 */
export async function deleteTagGroup(
  { em, user }: UserContext,
  { portfolioId, groupId }: z.output<typeof tagGroupInput>,
): Promise<TagGroup> {
  return em.transactional(async (tx) => {
    const portfolio = await lockPortfolio(tx, user.id, portfolioId);
    const group = await findTagGroup(tx, user.id, portfolio.id, groupId);
    await tagGroupRepository.remove(tx, group.id);
    await portfolioRepository.bumpRevision(tx, portfolio.id);
    return presentTagGroup(group);
  });
}

/** @throws AppError NOT_FOUND */
async function findTagGroup(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  groupId: string,
): Promise<TagGroupRow> {
  const group = isUuid(groupId) ? await tagGroupRepository.find(em, userId, portfolioId, groupId) : null;
  if (!group) throw notFound('Tag group');
  return group;
}

/** @throws AppError CONFLICT */
function assertNameFree(
  groups: readonly Pick<TagGroupRow, 'id' | 'name'>[],
  name: string,
  exceptId: string | null,
): void {
  if (groups.some((group) => group.name === name && group.id !== exceptId)) {
    throw new AppError('CONFLICT', `The portfolio already has a tag group named "${name}"`);
  }
}

/** Replaces the tags of a group. Targets of its tags replace all others of the portfolio. */
async function storeTags(
  tx: EntityManager,
  portfolio: Portfolio,
  groupId: string,
  tags: readonly NewTag[],
): Promise<void> {
  const percents = tags.flatMap(({ targetPercent }) => targetPercent ?? []);
  assertSum(portfolio, percents);
  if (percents.length > 0) await tagGroupRepository.clearTargets(tx, portfolio.id, groupId);
  await tagGroupRepository.replaceTags(tx, groupId, tags);
  await portfolioRepository.bumpRevision(tx, portfolio.id);
}

/**
 * Checks tags, and finds the stocks that they name.
 * @throws AppError BAD_REQUEST
 */
async function readTags(
  tx: EntityManager,
  userId: string,
  tags: readonly NewPortfolioTag[],
): Promise<NewTag[]> {
  const symbols = new Set(tags.flatMap(({ shares }) => shares.map(({ symbol }) => symbol)));
  const stocks = await stockRepository.keepBySymbols(tx, userId, [...symbols]);
  const ids = new Map(stocks.map(({ id, symbol }) => [symbol, id]));
  const names = new Set<string>();
  const sums = new Map<string, Decimal>();
  return tags.map(({ name, target_percent: targetPercent, shares }, index) => {
    if (names.has(name)) throw fieldError(`tags[${index}].name`, `Two tags are named "${name}"`);
    names.add(name);
    const own = new Set<string>();
    return {
      name,
      targetPercent,
      shares: shares.map(({ symbol, percent }, at) => {
        const field = `tags[${index}].shares[${at}]`;
        const stockId = ids.get(symbol);
        if (stockId === undefined) {
          throw fieldError(`${field}.symbol`, `${symbol} is not known yet. Add it to your stocks first`);
        }
        if (own.has(symbol)) throw fieldError(`${field}.symbol`, `${symbol} is in this tag twice`);
        own.add(symbol);
        const sum = (sums.get(symbol) ?? new Decimal(0)).add(percent);
        sums.set(symbol, sum);
        if (sum.gt(100)) {
          throw fieldError(
            `${field}.percent`,
            `The tags of ${symbol} add up to ${sum.toFixed()} %, more than 100 %`,
          );
        }
        return { stockId, percent };
      }),
    };
  });
}

/** Maps a tag group to its API shape. */
function presentTagGroup({ id, name, tags }: TagGroupRow): TagGroup {
  return {
    id,
    name,
    tags: tags.map((tag) => ({
      name: tag.name,
      target_percent: tag.targetPercent === null ? null : Number(tag.targetPercent),
      shares: tag.shares.map(({ symbol, percent }) => ({ symbol, percent: Number(percent) })),
    })),
  };
}
