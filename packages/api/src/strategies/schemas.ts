import { z } from 'zod';
import { jsonObject } from '../json-object.ts';
import { limitedText, opaqueId, paging, requiredName, timestamp, totalCount, uuid } from '../primitives.ts';

const exampleRules = { entry: { indicator: 'RSI', below: 30 } };

export const strategy = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Buy the dip'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Buys when the RSI is low'] }),
    rules: z.record(z.string(), z.unknown()).meta({ examples: [exampleRules] }),
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Strategy' });
export type Strategy = z.infer<typeof strategy>;

export const createStrategyInput = z
  .object({
    name: requiredName('Name', 100).meta({ examples: ['Buy the dip'] }),
    description: limitedText('Description', 10_000)
      .nullable()
      .default(null)
      .meta({ examples: ['Buys when the RSI is low'] }),
    rules: jsonObject('rules')
      .default({})
      .meta({
        description: 'Any JSON object with at most 32 levels. Whole numbers must be smaller than 2^53',
        examples: [exampleRules],
      }),
    is_active: z.boolean('is_active must be true or false').default(true),
  })
  .meta({ id: 'NewStrategy' });

export const strategyInput = z.object({
  strategyId: opaqueId.meta({ description: 'Id of a strategy' }),
});

export const listStrategiesInput = z.object({ ...paging });
export const strategyList = z
  .object({ strategies: z.array(strategy).meta({ description: 'Newest first' }), total: totalCount })
  .meta({ id: 'StrategyList' });
