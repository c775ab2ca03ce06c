import { z } from 'zod';
import { exampleId, opaqueId, requiredName, totalCount, uuid } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { decimal, percentOf, stockSymbolOf } from '../fields.ts';
import { portfolioId } from '../schemas.ts';

export const maxTagGroups = 10;
const maxTags = 30;
/** The quota of stocks of a portfolio. */
export const maxStocksOfTags = 500;

const percent = z.number().meta({ examples: [60] });

const tag = z
  .object({
    name: z.string().meta({ examples: ['Europe'] }),
    target_percent: percent
      .nullable()
      .meta({ description: 'How much of the portfolio the tag should have', examples: [60] }),
    shares: z
      .array(z.object({ symbol: stockSymbol, percent: percent.meta({ examples: [100] }) }))
      .meta({ description: 'How much of each stock the tag has, by symbol' }),
  })
  .meta({ id: 'PortfolioTag' });

export const tagGroup = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Regions'] }),
    tags: z.array(tag).meta({ description: 'In the order in which they were saved' }),
  })
  .meta({ id: 'PortfolioTagGroup' });
export type TagGroup = z.infer<typeof tagGroup>;

const newTag = z
  .object({
    name: requiredName('Name', 100).meta({ examples: ['Europe'] }),
    target_percent: percentOf('target_percent').nullable().default(null),
    shares: z
      .array(
        z.object({
          symbol: stockSymbolOf('symbol'),
          percent: decimal('percent', { minimum: 0, maximum: 100, isAbove: true, example: 100 }),
        }),
        { error: 'shares must be a list' },
      )
      .max(maxStocksOfTags, `shares must be at most ${maxStocksOfTags}`)
      .default([]),
  })
  .meta({ id: 'NewPortfolioTag' });
export type NewPortfolioTag = z.output<typeof newTag>;

const name = requiredName('Name', 100).meta({ examples: ['Regions'] });
const tags = z
  .array(newTag, { error: 'tags must be a list' })
  .max(maxTags, `A group has at most ${maxTags} tags`)
  .meta({
    description: 'The shares of a stock in the tags of a group add up to at most 100 %',
  });

export const createTagGroupInput = z
  .object({ portfolioId, name, tags: tags.default([]) })
  .meta({ id: 'NewPortfolioTagGroup' });

const groupId = opaqueId.meta({ description: 'Id of a tag group', examples: [exampleId] });

export const tagGroupInput = z.object({ portfolioId, groupId });
export const updateTagGroupInput = z
  .object({ portfolioId, groupId, name: name.optional(), tags: tags.optional() })
  .refine((changes) => changes.name !== undefined || changes.tags !== undefined, {
    error: 'Name at least one of name and tags',
  })
  .meta({ id: 'PortfolioTagGroupChanges', description: 'At least one of the fields', minProperties: 1 });

export const tagGroupList = z
  .object({ groups: z.array(tagGroup).meta({ description: 'Oldest first' }), total: totalCount })
  .meta({ id: 'PortfolioTagGroupList' });
