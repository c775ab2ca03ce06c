import { z } from 'zod';
import { limitedText, requiredName } from '../text.ts';
import { instantOut, paging } from '../wire.ts';

export const strategy = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    rules: z.record(z.string(), z.unknown()),
    is_active: z.boolean(),
    created_at: instantOut,
    updated_at: instantOut,
  })
  .meta({ id: 'Strategy' });
export type Strategy = z.infer<typeof strategy>;

export const createStrategyInput = z
  .object({
    name: requiredName('Name', 100),
    description: limitedText('Description', 10_000).nullable().default(null),
    rules: z.record(z.string(), z.unknown(), { error: 'rules must be an object' }).default({}),
    is_active: z.boolean('is_active must be true or false').default(true),
  })
  .meta({ id: 'NewStrategy' });

export const listStrategiesInput = z.object({ ...paging });
export const strategyList = z
  .object({ strategies: z.array(strategy).meta({ description: 'Newest first' }), total: z.number().int() })
  .meta({ id: 'StrategyList' });
