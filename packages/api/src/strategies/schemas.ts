import { z } from 'zod';
import { jsonObject } from '../json-object.ts';
import {
  count,
  exampleId,
  limitedText,
  opaqueId,
  paging,
  requiredName,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';
import { taskProgress, taskStatus } from '../tasks/schemas.ts';
import { stockSymbol } from '../watch-list/schemas.ts';

export const rulesFormat = 'stockbook/1';

const exampleEntry = 'rsi(14) crosses above 30';
const exampleRules = {
  format: rulesFormat,
  entry: exampleEntry,
  exit: 'rsi(14) crosses above 70',
  stop_loss_percent: 8,
};

export const strategyRules = z.record(z.string(), z.unknown()).meta({ examples: [exampleRules] });

export const strategy = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Buy the dip'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Buys when the RSI is low'] }),
    rules: strategyRules,
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Strategy' });
export type Strategy = z.infer<typeof strategy>;

const rulePosition = z.number().int().min(0).max(65_536);

const problem = z
  .object({
    field: z.string().meta({ examples: ['rules.entry'] }),
    message: z.string().meta({ examples: ['timeperiod of RSI must be a whole number from 2 to 100000'] }),
    position: z
      .object({ offset: rulePosition.meta({ examples: [4] }), length: rulePosition.meta({ examples: [1] }) })
      .nullable()
      .meta({ description: 'Where in the text of a rule, in UTF-16 code units; null for other fields' }),
  })
  .meta({ id: 'StrategyProblem' });
export type StrategyProblem = z.infer<typeof problem>;

const runnable = z.boolean().meta({ description: 'Whether the rules can be run', examples: [true] });
const problems = z
  .array(problem)
  .meta({ description: 'Why rules that have a `format` cannot be run', examples: [[]] });

/** Of one strategy. A run has as many stocks at most. */
export const maxLiveProblems = 100;

export const strategyDetail = strategy
  .extend({
    runnable,
    problems,
    live_problems: z
      .array(
        z
          .object({
            symbol: stockSymbol,
            message: z.string().meta({ examples: ['This strategy needs 201 bars, AAPL has 120'] }),
          })
          .meta({ id: 'LiveProblem' }),
      )
      .meta({
        description: `Why the active strategy gave no signals on stocks at their last refresh, ${maxLiveProblems} at most`,
        examples: [[]],
      }),
  })
  .meta({ id: 'StrategyDetail' });
export type StrategyDetail = z.infer<typeof strategyDetail>;

const name = requiredName('Name', 100).meta({ examples: ['Buy the dip'] });
const description = limitedText('Description', 10_000)
  .nullable()
  .meta({ examples: ['Buys when the RSI is low'] });
const rules = jsonObject('rules').meta({
  description:
    'Any JSON object with at most 32 levels. Whole numbers must be smaller than 2^53. An object with `"format": "stockbook/1"` can be run: `entry` and `exit` are rules, `stop_loss_percent`, `take_profit_percent` and `max_bars` are further exits, `scope` names the stocks',
  examples: [exampleRules],
});
const isActive = z.boolean('is_active must be true or false');

export const createStrategyInput = z
  .object({
    name,
    description: description.default(null),
    rules: rules.default({}),
    is_active: isActive.default(true),
  })
  .meta({ id: 'NewStrategy' });

const strategyId = opaqueId.meta({ description: 'Id of a strategy' });

export const strategyInput = z.object({ strategyId });

export const updateStrategyInput = z
  .object({
    strategyId,
    name: name.optional(),
    description: description.optional(),
    rules: rules.optional(),
    is_active: isActive.optional(),
  })
  .refine(({ strategyId: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    error: 'Name at least one of name, description, rules and is_active',
  })
  .meta({ id: 'StrategyChanges', description: 'At least one of the fields', minProperties: 1 });

export const listStrategiesInput = z.object({ ...paging });
export const strategyList = z
  .object({ strategies: z.array(strategy).meta({ description: 'Newest first' }), total: totalCount })
  .meta({ id: 'StrategyList' });

export const checkRulesInput = z.object({ rules }).meta({ id: 'RulesToCheck' });

const sentence = z.string().nullable().meta({ description: 'Null without a valid rule' });
const bound = z.number().nullable().meta({ description: 'Null without a bound' });

export const checkedRules = z
  .object({
    runnable,
    sentences: z.object({
      entry: sentence.meta({ examples: ['RSI (14) crosses above 30'] }),
      exit: sentence.meta({ examples: ['RSI (14) crosses above 70'] }),
    }),
    problems,
    look_back: count
      .nullable()
      .meta({ description: 'The larger look-back of the two rules in bars', examples: [14] }),
    numbers: z
      .array(
        z
          .object({
            address: z.string().meta({
              description: 'What a sweep names: `entry[0]` is the first number of the canonical text',
              examples: ['entry[0]'],
            }),
            label: z.string().meta({ examples: ['timeperiod of RSI'] }),
            value: z
              .number()
              .nullable()
              .meta({ description: 'Null for an exit that is not used', examples: [14] }),
            min: bound.meta({ examples: [2] }),
            max: bound.meta({ examples: [100_000] }),
          })
          .meta({ id: 'StrategyNumber' }),
      )
      .meta({ description: 'What a sweep can vary' }),
  })
  .meta({ id: 'CheckedRules' });
export type CheckedRules = z.infer<typeof checkedRules>;

export const strategyTaskResult = z.object({
  backtest_id: uuid.nullable(),
  sweep_id: uuid.nullable().meta({ examples: [null] }),
  stocks: count.meta({ description: 'Number of stocks that were simulated' }),
});

/** A task that runs a backtest or a sweep. */
export const strategyTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    info: taskProgress.nullable().meta({ description: 'Stocks; null before the start and after the end' }),
    result: strategyTaskResult.nullable(),
    error: z.string().nullable(),
  })
  .meta({
    id: 'StrategyTask',
    examples: [
      {
        task_id: exampleId,
        status: 'SUCCESS',
        message: 'The backtest has ended',
        info: null,
        result: { backtest_id: exampleId, sweep_id: null, stocks: 12 },
        error: null,
      },
    ],
  });
export type StrategyTask = z.infer<typeof strategyTask>;
