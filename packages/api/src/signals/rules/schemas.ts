import { z } from 'zod';
import {
  calendarDate,
  count,
  isoDate,
  opaqueId,
  paging,
  requiredName,
  symbolInPath,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { canonicalWhen, exampleSentence, sentenceOfRule, when } from '../fields.ts';

/** Per user. */
export const maxSignalRules = 200;
export const maxQuietBars = 250;
export const maxRuleNameLength = 100;
export const maxProblems = 20;

const scope = z.enum(['stock', 'favorites', 'watch_list', 'list'], {
  error: 'scope must be stock, favorites, watch_list or list',
});
const trigger = z
  .enum(['becomes_true', 'every_bar', 'once'], { error: 'trigger must be becomes_true, every_bar or once' })
  .meta({
    description:
      '`becomes_true`: on bars on which the rule is true and was false on the bar before. `every_bar`: on every bar on which it is true. `once`: like `becomes_true`, and the rule is switched off after its first signal',
  });
const quietBarsError = `quiet_bars must be a whole number from 0 to ${maxQuietBars}`;
const quietBars = z
  .number({ error: quietBarsError })
  .int(quietBarsError)
  .min(0, quietBarsError)
  .max(maxQuietBars, quietBarsError)
  .meta({ description: 'Bars after a signal on which the rule gives none', examples: [5] });
const listId = uuid.nullable().meta({ examples: [null] });
const isActive = z.boolean('is_active must be true or false');
const duringSession = {
  description:
    'Whether a price level (`price touches 187.5` of one stock) is checked by prices during the session, too',
};
const isDuringSession = z.boolean('during_session must be true or false').meta(duringSession);
const expiresOn = {
  description: 'The last day whose bar can give a signal; then the rule is switched off. Null for no end',
  examples: ['2027-03-31'],
};

export const signalRule = z
  .object({
    id: uuid,
    name: z.string().meta({ description: 'By default the rule’s sentence', examples: [exampleSentence] }),
    when: canonicalWhen,
    sentence: sentenceOfRule,
    scope,
    symbol: stockSymbol.nullable().meta({ description: 'Null for a rule over a list' }),
    list_id: listId.meta({ description: 'Null unless the scope is `list`' }),
    trigger,
    quiet_bars: z
      .number()
      .int()
      .min(0)
      .max(maxQuietBars)
      .meta({ examples: [0] }),
    is_active: z.boolean(),
    during_session: z.boolean().meta({ ...duringSession, examples: [false] }),
    expires_on: isoDate.nullable().meta(expiresOn),
    created_at: timestamp,
    updated_at: timestamp,
    signal_count: count.meta({ description: 'Number of its signals in the inbox', examples: [14] }),
    last_signal: isoDate.nullable().meta({
      description: 'The bar date of its last signal in the inbox',
      examples: ['2026-11-03'],
    }),
    problems: z
      .array(
        z
          .object({
            symbol: stockSymbol,
            message: z.string().meta({ examples: ['RSI (14) needs 15 bars, AAPL has 12'] }),
          })
          .meta({ id: 'SignalProblem' }),
      )
      .meta({
        description: `Why the rule gives no signals on stocks, ${maxProblems} at most`,
        examples: [[]],
      }),
  })
  .meta({ id: 'SignalRule' });
export type SignalRule = z.infer<typeof signalRule>;

export const createdSignalRule = signalRule
  .extend({
    message: z.string().meta({
      description: 'For the user; states whether notifications were turned on',
      examples: ['The rule was added, and notifications of AAPL were turned on'],
    }),
    notifications_turned_on: count.meta({
      description: 'Number of stocks whose `notify_on_signals` was turned on',
      examples: [1],
    }),
  })
  .meta({ id: 'CreatedSignalRule' });
export type CreatedSignalRule = z.infer<typeof createdSignalRule>;

export const signalRuleInput = z.object({ id: opaqueId.meta({ description: 'Id of a rule' }) });

export const listSignalRulesInput = z.object({
  symbol: symbolInPath.meta({ description: 'Only rules of this one stock' }).optional(),
  ...paging,
});

export const signalRuleList = z
  .object({ rules: z.array(signalRule).meta({ description: 'Newest first' }), total: totalCount })
  .meta({ id: 'SignalRuleList' });

const ruleName = requiredName('Name', maxRuleNameLength)
  .nullable()
  .meta({ description: 'Null for the rule’s sentence', examples: ['Oversold'] });
const ruleSymbol = symbolInPath.nullable().meta({
  description: 'A stock of the watch list, if the scope is `stock`',
  examples: ['AAPL'],
});

const ruleList = opaqueId
  .nullable()
  .meta({ description: 'One of the user’s lists, if the scope is `list`', examples: [null] });

export const createSignalRuleInput = z
  .object({
    when,
    name: ruleName.default(null),
    scope: scope.default('stock'),
    symbol: ruleSymbol.default(null),
    list_id: ruleList.default(null),
    trigger: trigger.default('becomes_true'),
    quiet_bars: quietBars.default(0),
    is_active: isActive.default(true),
    during_session: isDuringSession.default(false),
    expires_on: calendarDate('expires_on').nullable().default(null).meta(expiresOn),
    notify: z.boolean('notify must be true or false').default(false).meta({
      description: 'For a rule over a list: turns `notify_on_signals` on for all its stocks',
    }),
  })
  .meta({ id: 'NewSignalRule' });

export const updateSignalRuleInput = z
  .object({
    id: opaqueId.meta({ description: 'Id of a rule' }),
    when: when.optional(),
    name: ruleName.optional(),
    scope: scope.optional(),
    symbol: ruleSymbol.optional(),
    list_id: ruleList.optional(),
    trigger: trigger.optional(),
    quiet_bars: quietBars.optional(),
    is_active: isActive.optional(),
    during_session: isDuringSession.optional(),
    expires_on: calendarDate('expires_on').nullable().optional().meta(expiresOn),
  })
  .refine(({ id: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    error:
      'Name at least one of when, name, scope, symbol, list_id, trigger, quiet_bars, is_active, during_session and expires_on',
  })
  .meta({ id: 'SignalRuleChanges', description: 'At least one of the fields', minProperties: 1 });
