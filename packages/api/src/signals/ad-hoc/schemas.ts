import { z } from 'zod';
import {
  calendarDate,
  count,
  isoDate,
  limitedText,
  maxInteger,
  opaqueId,
  symbolInPath,
  text,
} from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { canonicalWhen, operandValues, sentenceOfRule, when } from '../fields.ts';

export const maxPreviewDates = 1_000;

/** Of one screen. */
const maxColumns = 5;

const listScope = z.enum(['favorites', 'watch_list', 'list'], {
  error: 'scope must be favorites, watch_list or list',
});

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
    after: z
      .array(
        z
          .object({
            bars: count.meta({ description: 'Bars after the close of a date', examples: [5] }),
            median_percent: z
              .number()
              .nullable()
              .meta({
                description: 'Median of the changes from close to close after `dates`, percent',
                examples: [0.8],
              }),
            count: count.meta({ description: 'Number of dates followed by enough bars', examples: [1] }),
            all_median_percent: z
              .number()
              .nullable()
              .meta({ description: 'The same after every bar since `since`', examples: [0.4] }),
          })
          .meta({ id: 'WhatFollowed' }),
      )
      .meta({ description: 'What followed after 5 and after 20 bars: no promise. Null without such bars' }),
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
  .object({
    when: when.optional(),
    scope: listScope.default('watch_list'),
    list_id: opaqueId
      .nullable()
      .default(null)
      .meta({ description: 'One of the user’s lists, if the scope is `list`', examples: [null] }),
    columns: z
      .array(text('columns'), { error: 'columns must be a list of rules and expressions' })
      .max(maxColumns, `columns must be at most ${maxColumns}`)
      .default([])
      .meta({
        description:
          'Rules, or expressions such as `rsi(14)`, whose values to return for every stock of the list',
        examples: [['rsi(14)', 'close > sma(200)']],
      }),
    run: limitedText('run', 100)
      .optional()
      .meta({
        description:
          'Names what needs the screen, for example a page: a newer screen with the same `run` ends this one. Of other screens of a user, two run at a time',
        examples: ['watch list'],
      }),
  })
  .refine(({ when, columns }) => when !== undefined || columns.length > 0, {
    error: 'Name at least one of when and columns',
    path: ['when'],
  })
  .meta({ id: 'RuleToScreen', description: '`when`, `columns` or both' });

export const screenOutput = z
  .object({
    matches: z
      .array(
        z
          .object({
            symbol: stockSymbol,
            since: isoDate.meta({
              description: 'The first bar since which the rule has been true without interruption',
              examples: ['2026-11-20'],
            }),
            close: z.number().meta({ examples: [187.4] }),
            values: operandValues,
          })
          .meta({ id: 'ScreenMatch' }),
      )
      .meta({ description: 'Stocks on whose last bar the rule is true, by symbol; none without `when`' }),
    total: count.meta({ description: 'Number of matches', examples: [1] }),
    values: z
      .array(
        z
          .object({
            symbol: stockSymbol,
            values: z.array(z.number().nullable()).meta({
              description:
                'In the order of `columns`, on the last bar: the value of an expression; 1 for a rule that is true, 0 for one that is false; null if unknown',
              examples: [[31.2, 1]],
            }),
          })
          .meta({ id: 'ScreenValues' }),
      )
      .meta({
        description:
          'Of every stock of the list for which the time sufficed, by symbol; empty without `columns`',
      }),
    skipped: z
      .array(
        z
          .object({
            symbol: stockSymbol,
            reason: z.string().meta({ examples: ['RSI (14) needs 15 bars, AAPL has 12'] }),
          })
          .meta({ id: 'SkippedStock' }),
      )
      .meta({ examples: [[]] }),
  })
  .meta({ id: 'ScreenResult' });
export type ScreenResult = z.infer<typeof screenOutput>;
