import { z } from 'zod';
import {
  calendarDate,
  count,
  exampleId,
  isoDate,
  opaqueId,
  paging,
  symbolInPath,
  timestamp,
  totalCount,
  uuid,
} from '../../primitives.ts';
import { currencyCode, stockSymbol } from '../../watch-list/schemas.ts';
import { operandValues } from '../fields.ts';

const maxIdsPerCall = 1_000;

export const signal = z
  .object({
    id: uuid,
    kind: z.enum(['signal', 'notice']).meta({
      description: 'A notice reports a change that the program made, for example to a rule after a split',
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
    symbol: stockSymbol.nullable().meta({ description: 'Null for a notice that concerns no stock' }),
    bar_date: isoDate.meta({
      description: 'The bar of the signal; for a notice, the day that it concerns',
      examples: ['2026-11-20'],
    }),
    close: z
      .number()
      .nullable()
      .meta({ examples: [187.4] })
      .meta({ description: 'Null for a notice' }),
    currency: currencyCode,
    values: operandValues,
    rules: z
      .array(
        z.object({ id: uuid, name: z.string().meta({ examples: ['Red day'] }) }).meta({ id: 'NamedRule' }),
      )
      .meta({
        description: 'The rules that a notice names, as they were: some may have been deleted since',
        examples: [[]],
      }),
    sentence: z.string().meta({
      examples: [
        'Oversold: AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026 (31.2 after 28.9). Close $187.40.',
      ],
    }),
    data_source: z
      .enum(['yahoo', 'tiingo', 'eodhd', 'csv', 'simulated', 'own'])
      .nullable()
      .meta({ description: 'The source of the bars; null for a notice' }),
    is_read: z.boolean().meta({ examples: [false] }),
    created_at: timestamp.meta({ examples: ['2026-11-20T22:15:00.000Z'] }),
    checked: z.enum(['close', 'session']).nullable().meta({
      description:
        'Whether the final bar gave the signal, or a price during the session: then `close` is that price. Null for a notice',
    }),
    price_time: timestamp.nullable().meta({
      description: 'When that price was paid; null for a signal at the close',
      examples: [null],
    }),
    delay_minutes: count
      .nullable()
      .meta({ description: 'By how many minutes that price was late; null if unknown', examples: [null] }),
    is_confirmed: z
      .boolean()
      .nullable()
      .meta({
        description:
          'Whether the final bar reached the level; null until it is stored, and for a signal at the close',
        examples: [null],
      }),
    correction: z
      .string()
      .nullable()
      .meta({
        description: 'A sentence, if the final bar did not reach the level; else null',
        examples: [null],
      }),
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
