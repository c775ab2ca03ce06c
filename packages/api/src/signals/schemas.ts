import { z } from 'zod';
import {
  calendarDate,
  count,
  exampleId,
  isoDate,
  maxInteger,
  opaqueId,
  paging,
  requiredName,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';
import { currencyOut, symbolInPath, symbolOut } from '../watch-list/schemas.ts';

/** Per user. */
export const maxSignalRules = 200;
export const maxQuietBars = 250;
export const maxRuleNameLength = 100;
/** Dates in the answer of a preview. */
export const maxPreviewDates = 1_000;
/** Problems of one rule in an answer. */
export const maxProblems = 20;
const maxIdsPerCall = 1_000;

const exampleWhen = 'rsi(14) crosses above 30';
const exampleSentence = 'RSI (14) crosses above 30';

/** The rule language checks the text: its errors have positions. */
const when = text('when', 'Write a rule, for example "rsi(14) crosses above 30"').meta({
  description:
    'A rule in the rule language, at most 2,000 characters. An error names its position in `details`',
  examples: [exampleWhen],
});
const canonicalWhen = z
  .string()
  .meta({ description: 'The rule’s canonical text', examples: ['rsi(14) crosses above 30'] });
const sentenceOfRule = z
  .string()
  .meta({ description: 'The rule as a sentence', examples: [exampleSentence] });

const scope = z.enum(['stock', 'favorites', 'watch_list'], {
  error: 'scope must be stock, favorites or watch_list',
});
const listScope = z.enum(['favorites', 'watch_list'], { error: 'scope must be favorites or watch_list' });
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
const isActive = z.boolean('is_active must be true or false');
const nullablePrice = z
  .number()
  .nullable()
  .meta({ examples: [187.4] });

const operandValues = z
  .array(
    z
      .object({
        operand: z.string().meta({ description: 'Canonical text', examples: ['rsi(14)'] }),
        now: z
          .number()
          .nullable()
          .meta({ description: 'Null if unknown', examples: [31.2] }),
        before: z
          .number()
          .nullable()
          .meta({ description: 'On the bar before; null if unknown', examples: [28.9] }),
      })
      .meta({ id: 'OperandValues' }),
  )
  .meta({ description: 'Each operand of the rule on the bar and on the bar before' });

export const signal = z
  .object({
    id: uuid,
    kind: z.enum(['signal', 'notice']).meta({
      description: 'A notice tells of a change that the program made, for example to a rule after a split',
    }),
    rule_id: uuid.nullable().meta({ description: 'Null after the rule was deleted' }),
    strategy_id: uuid
      .nullable()
      .meta({ description: 'Null for other signals, and after the strategy was deleted', examples: [null] }),
    side: z
      .enum(['entry', 'exit'])
      .nullable()
      .meta({
        description: 'Only for signals of strategies: the order to fill at the next open',
        examples: [null],
      }),
    symbol: symbolOut.nullable().meta({ description: 'Null for a notice that concerns no stock' }),
    bar_date: isoDate.meta({
      description: 'The bar of the signal; for a notice, the day that it concerns',
      examples: ['2026-11-20'],
    }),
    close: nullablePrice.meta({ description: 'Null for a notice' }),
    currency: currencyOut,
    values: operandValues,
    sentence: z.string().meta({
      examples: [
        'AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026 (31.2 after 28.9). Close $187.40.',
      ],
    }),
    data_source: z
      .enum(['yahoo', 'tiingo', 'eodhd', 'csv', 'simulated'])
      .nullable()
      .meta({ description: 'The source of the bars; null for a notice' }),
    is_read: z.boolean().meta({ examples: [false] }),
    created_at: timestamp.meta({ examples: ['2026-11-20T22:15:00.000Z'] }),
  })
  .meta({ id: 'Signal' });
export type SignalEntry = z.infer<typeof signal>;

const unreadCount = count.meta({ description: 'Number of unread entries in the whole inbox', examples: [1] });

export const listSignalsInput = z.object({
  symbol: symbolInPath.optional(),
  rule_id: opaqueId.meta({ description: 'Id of a rule' }).optional(),
  strategy_id: opaqueId.meta({ description: 'Id of a strategy' }).optional(),
  unread: z
    .boolean('unread must be true or false')
    .meta({ description: 'True for unread entries only, false for read ones only' })
    .optional(),
  since: calendarDate('since').meta({ description: 'First bar date' }).optional(),
  until: calendarDate('until').meta({ description: 'Last bar date' }).optional(),
  ...paging,
});

export const signalList = z
  .object({
    signals: z.array(signal).meta({ description: 'Latest bar first; 1,000 entries at most' }),
    total: totalCount.meta({ description: 'Number of entries that match' }),
    unread: unreadCount,
  })
  .meta({ id: 'SignalList' });

export const markReadInput = z
  .object({
    ids: z
      .array(opaqueId)
      .max(maxIdsPerCall, `ids must be at most ${maxIdsPerCall.toLocaleString('en-US')}`)
      .meta({ description: 'Entries to mark; unknown ids are ignored', examples: [[exampleId]] })
      .optional(),
    until: calendarDate('until').meta({ description: 'Marks all entries up to this bar date' }).optional(),
  })
  .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), {
    error: 'Name either ids or until',
  })
  .meta({
    id: 'SignalsToMark',
    description: 'Either `ids` or `until`',
    minProperties: 1,
    examples: [{ ids: [exampleId] }],
  });

export const unreadOutput = z.object({ unread: unreadCount }).meta({ id: 'UnreadSignals' });

export const signalRule = z
  .object({
    id: uuid,
    name: z.string().meta({ description: 'By default the rule’s sentence', examples: [exampleSentence] }),
    when: canonicalWhen,
    sentence: sentenceOfRule,
    scope,
    symbol: symbolOut.nullable().meta({ description: 'Null for a rule over a list' }),
    trigger,
    quiet_bars: z
      .number()
      .int()
      .min(0)
      .max(maxQuietBars)
      .meta({ examples: [0] }),
    is_active: z.boolean(),
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
            symbol: symbolOut,
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
      description: 'Says whether notifications were turned on',
      examples: ['The rule was added. You will be notified of signals of AAPL'],
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

export const createSignalRuleInput = z
  .object({
    when,
    name: ruleName.default(null),
    scope: scope.default('stock'),
    symbol: ruleSymbol.default(null),
    trigger: trigger.default('becomes_true'),
    quiet_bars: quietBars.default(0),
    is_active: isActive.default(true),
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
    trigger: trigger.optional(),
    quiet_bars: quietBars.optional(),
    is_active: isActive.optional(),
  })
  .refine(({ id: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    error: 'Name at least one of when, name, scope, symbol, trigger, quiet_bars and is_active',
  })
  .meta({ id: 'SignalRuleChanges', description: 'At least one of the fields', minProperties: 1 });

export const previewInput = z
  .object({
    when,
    symbol: symbolInPath,
    since: calendarDate('since').meta({ description: 'Default: the first bar' }).optional(),
  })
  .meta({ id: 'RuleToPreview' });

export const rulePreview = z
  .object({
    when: canonicalWhen,
    sentence: sentenceOfRule,
    dates: z
      .array(
        z
          .object({
            date: isoDate.meta({ examples: ['2026-11-03'] }),
            close: z.number().meta({ examples: [187.4] }),
            values: operandValues,
          })
          .meta({ id: 'PreviewDate' }),
      )
      .meta({ description: 'The last 1,000 bars on which the rule became true, newest last' }),
    total: count.meta({
      description: 'Number of bars since `since` on which the rule became true',
      examples: [1],
    }),
    is_true_now: z.boolean().meta({ description: 'Whether the rule is true on the last bar' }),
    look_back: z
      .number()
      .int()
      .min(0)
      .max(maxInteger)
      .meta({ description: 'Number of bars before the first possible value', examples: [14] }),
    since: isoDate
      .nullable()
      .meta({ description: 'The requested date or that of the first bar', examples: ['2016-01-04'] }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the rule cannot be true on any bar', examples: [null] }),
  })
  .meta({ id: 'RulePreview' });
export type RulePreview = z.infer<typeof rulePreview>;

export const screenInput = z
  .object({ when, scope: listScope.default('watch_list') })
  .meta({ id: 'RuleToScreen' });

export const screenOutput = z
  .object({
    matches: z
      .array(
        z
          .object({
            symbol: symbolOut,
            since: isoDate.meta({
              description: 'The first bar since which the rule has been true without interruption',
              examples: ['2026-11-20'],
            }),
            close: z.number().meta({ examples: [187.4] }),
            values: operandValues,
          })
          .meta({ id: 'ScreenMatch' }),
      )
      .meta({ description: 'Stocks on whose last bar the rule is true, by symbol' }),
    total: count.meta({ description: 'Number of matches', examples: [1] }),
    skipped: z
      .array(
        z
          .object({
            symbol: symbolOut,
            reason: z.string().meta({ examples: ['RSI (14) needs 15 bars, AAPL has 12'] }),
          })
          .meta({ id: 'SkippedStock' }),
      )
      .meta({ examples: [[]] }),
  })
  .meta({ id: 'ScreenResult' });
export type ScreenResult = z.infer<typeof screenOutput>;
