import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { PortfolioTag, PortfolioTagGroup, PortfolioTarget } from '../../entities/portfolios.ts';

/** Numbers are decimal texts. */
export interface TagShareRow {
  readonly symbol: string;
  readonly percent: string;
}

export interface TagRow {
  readonly name: string;
  readonly targetPercent: string | null;
  readonly shares: readonly TagShareRow[];
}

/** A group with its tags in their order, and the shares by symbol. */
export interface TagGroupRow {
  readonly id: string;
  readonly portfolioId: string;
  readonly name: string;
  readonly tags: readonly TagRow[];
}

/** A tag that is stored, with stocks by id. */
export interface NewTag extends Pick<TagRow, 'name' | 'targetPercent'> {
  readonly shares: readonly { readonly stockId: number; readonly percent: string }[];
}

/** The tag groups of portfolios of a user with all that they hold, in one query, oldest first. */
export function listOfPortfolios(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
): Promise<TagGroupRow[]> {
  return readGroups(em, sql`portfolio.user_id = ${userId} and g.portfolio_id = any(${portfolioIds}::uuid[])`);
}

/** A tag group of a portfolio of a user with all that it holds. */
export async function find(
  em: EntityManager,
  userId: string,
  portfolioId: string,
  id: string,
): Promise<TagGroupRow | null> {
  const found = sql`portfolio.user_id = ${userId} and g.portfolio_id = ${portfolioId} and g.id = ${id}`;
  const [group] = await readGroups(em, found);
  return group ?? null;
}

async function readGroups(em: EntityManager, condition: RawBuilder<unknown>): Promise<TagGroupRow[]> {
  const { rows } = await sql<TagGroupRow>`
    select g.id, g.portfolio_id as "portfolioId", g.name, coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', tag.name, 'targetPercent', trim_scale(tag.target_percent)::text, 'shares', coalesce((
          select jsonb_agg(
            jsonb_build_object('symbol', stock.symbol, 'percent', trim_scale(share.percent)::text)
            order by stock.symbol
          ) from portfolio_tag_share share join stock on stock.id = share.stock_id where share.tag_id = tag.id
        ), '[]')
      ) order by tag.position) from portfolio_tag tag where tag.group_id = g.id
    ), '[]') as tags
    from portfolio_tag_group g join portfolio on portfolio.id = g.portfolio_id
    where ${condition}
    order by g.created_at, g.id
  `.execute(em.getKysely());
  return rows;
}

/** The tag groups of a portfolio of a user, oldest first, with their tags but without the shares, which can be many. */
export async function listTags(
  em: EntityManager,
  userId: string,
  portfolioId: string,
): Promise<
  (Pick<TagGroupRow, 'id' | 'name'> & { readonly tags: readonly Pick<TagRow, 'name' | 'targetPercent'>[] })[]
> {
  const { rows } = await sql<TagGroupRow>`
    select g.id, g.name, coalesce((
      select jsonb_agg(
        jsonb_build_object('name', tag.name, 'targetPercent', trim_scale(tag.target_percent)::text)
        order by tag.position
      ) from portfolio_tag tag where tag.group_id = g.id
    ), '[]') as tags
    from portfolio_tag_group g join portfolio on portfolio.id = g.portfolio_id
    where portfolio.user_id = ${userId} and g.portfolio_id = ${portfolioId}
    order by g.created_at, g.id
  `.execute(em.getKysely());
  return rows;
}

/** The names of the tag groups of a portfolio of a user. */
export async function listNames(
  em: EntityManager,
  userId: string,
  portfolioId: string,
): Promise<Pick<TagGroupRow, 'id' | 'name'>[]> {
  return em.findAll(PortfolioTagGroup, {
    where: { portfolio: { id: portfolioId, user: userId } },
    fields: ['id', 'name'],
  });
}

/** Adds a group without tags to a portfolio that `tx` has locked. */
export async function add(
  tx: EntityManager,
  { portfolioId, ...group }: Pick<PortfolioTagGroup, 'id' | 'name' | 'createdAt'> & { portfolioId: string },
): Promise<void> {
  await tx.insert(PortfolioTagGroup, { ...group, portfolio: portfolioId });
}

/** Renames a group of a portfolio that `tx` has locked. */
export async function rename(tx: EntityManager, id: string, name: string): Promise<void> {
  await tx.nativeUpdate(PortfolioTagGroup, { id }, { name });
}

/**
 * Replaces the tags of a group of a portfolio that `tx` has locked. Shares that stay the same are not written: each new
 * row locks its tag and its stock, and a group can have thousands.
 */
export async function replaceTags(tx: EntityManager, id: string, tags: readonly NewTag[]): Promise<void> {
  const db = tx.getKysely();
  await tx.nativeDelete(PortfolioTag, { group: id, name: { $nin: tags.map(({ name }) => name) } });
  const given = tags.map(({ name, targetPercent }, position) => ({
    id: randomUUID(),
    group_id: id,
    position,
    name,
    target_percent: targetPercent,
  }));
  await sql`
    insert into portfolio_tag
    select * from jsonb_populate_recordset(null::portfolio_tag, ${JSON.stringify(given)}::jsonb)
    on conflict (group_id, name) do update set position = excluded.position, target_percent = excluded.target_percent
  `.execute(db);
  await replaceShares(tx, id, tags);
}

interface StoredTag {
  readonly id: string;
  readonly name: string;
  /** Percents by the id of the stock. */
  readonly shares: Readonly<Record<string, string>>;
}

async function replaceShares(tx: EntityManager, groupId: string, tags: readonly NewTag[]): Promise<void> {
  const db = tx.getKysely();
  const { rows: stored } = await sql<StoredTag>`
    select tag.id, tag.name, coalesce((
      select jsonb_object_agg(share.stock_id, trim_scale(share.percent)::text)
      from portfolio_tag_share share where share.tag_id = tag.id
    ), '{}') as shares
    from portfolio_tag tag where tag.group_id = ${groupId}
  `.execute(db);
  const byName = new Map(tags.map((tag) => [tag.name, tag.shares]));
  const written: { tag_id: string; stock_id: number; percent: string }[] = [];
  const removed: { tag_id: string; stock_id: number }[] = [];
  for (const { id, name, shares } of stored) {
    const wanted = byName.get(name) ?? [];
    const kept = new Set(wanted.map(({ stockId }) => String(stockId)));
    for (const { stockId, percent } of wanted) {
      if (shares[stockId] !== percent) written.push({ tag_id: id, stock_id: stockId, percent });
    }
    for (const stockId of Object.keys(shares)) {
      if (!kept.has(stockId)) removed.push({ tag_id: id, stock_id: Number(stockId) });
    }
  }
  await sql`
    delete from portfolio_tag_share share
    using unnest(${removed.map(({ tag_id }) => tag_id)}::uuid[], ${removed.map(({ stock_id }) => stock_id)}::int[])
      as gone(tag_id, stock_id)
    where share.tag_id = gone.tag_id and share.stock_id = gone.stock_id
  `.execute(db);
  await sql`
    insert into portfolio_tag_share
    select * from jsonb_populate_recordset(null::portfolio_tag_share, ${JSON.stringify(written)}::jsonb)
    on conflict (tag_id, stock_id) do update set percent = excluded.percent
  `.execute(db);
}

/** Deletes a group of a portfolio that `tx` has locked, with its tags. */
export async function remove(tx: EntityManager, id: string): Promise<void> {
  await tx.nativeDelete(PortfolioTagGroup, { id });
}

/** The target of a stock. */
export interface TargetRow {
  readonly portfolioId: string;
  readonly symbol: string;
  readonly percent: string;
}

/** The targets by stock of portfolios of a user, by symbol. */
export async function listTargets(
  em: EntityManager,
  userId: string,
  portfolioIds: readonly string[],
): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select target.portfolio_id as "portfolioId", stock.symbol, trim_scale(target.percent)::text as percent
    from portfolio_target target join stock on stock.id = target.stock_id
      join portfolio on portfolio.id = target.portfolio_id
    where portfolio.user_id = ${userId} and target.portfolio_id = any(${portfolioIds}::uuid[])
    order by stock.symbol
  `.execute(em.getKysely());
  return rows;
}

/**
 * Deletes all targets of a portfolio that `tx` has locked: those of stocks and of tags.
 * @param exceptGroupId the group whose tags keep theirs
 */
export async function clearTargets(
  tx: EntityManager,
  portfolioId: string,
  exceptGroupId: string | null = null,
): Promise<void> {
  await tx.nativeDelete(PortfolioTarget, { portfolio: portfolioId });
  await sql`
    update portfolio_tag set target_percent = null
    where target_percent is not null and group_id in (
      select id from portfolio_tag_group
      where portfolio_id = ${portfolioId} and id is distinct from ${exceptGroupId}::uuid
    )
  `.execute(tx.getKysely());
}

/** Adds targets of stocks to a portfolio that `tx` has locked and that has none. */
export async function addTargets(
  tx: EntityManager,
  portfolioId: string,
  targets: readonly { readonly stockId: number; readonly percent: string }[],
): Promise<void> {
  const rows = targets.map(({ stockId, percent }) => ({
    portfolio_id: portfolioId,
    stock_id: stockId,
    percent,
  }));
  await sql`
    insert into portfolio_target
    select * from jsonb_populate_recordset(null::portfolio_target, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx.getKysely());
}

/** Sets the targets of tags of a group, by their names, in a portfolio that `tx` has locked. */
export async function setTagTargets(
  tx: EntityManager,
  groupId: string,
  targets: readonly { readonly tag: string; readonly percent: string }[],
): Promise<void> {
  await sql`
    update portfolio_tag set target_percent = given.percent
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as given(tag text, percent numeric)
    where group_id = ${groupId} and name = given.tag
  `.execute(tx.getKysely());
}
