import { z } from 'zod';
import { securityEvent } from '../auth/events/schemas.ts';
import { tokenScope } from '../auth/schemas.ts';
import { activeSignIn } from '../auth/sign-ins/schemas.ts';
import { notificationChannel } from '../notifications/schemas.ts';
import { count, exampleId, limitedText, requiredText, text, timestamp, uuid } from '../primitives.ts';
import { createSignalRuleInput, maxSignalRules, signal } from '../signals/schemas.ts';
import { taskId, taskProgress, taskStatus } from '../tasks/schemas.ts';
import { maxNotesLength, symbolInPath } from '../watch-list/schemas.ts';

/** Stocks in one import: as many as the watch list holds by default. */
export const maxImportedStocks = 500;

const symbolsMessage = `symbols must be 1 to ${maxImportedStocks} symbols, separated by commas`;

export const exportWatchListInput = z.object({
  symbols: z
    .array(symbolInPath, { error: symbolsMessage })
    .min(1, symbolsMessage)
    .max(maxImportedStocks, symbolsMessage)
    .meta({
      description:
        'Only these stocks of the watch list. Repeat the parameter, or separate the symbols by commas',
      examples: [['AAPL', 'MSFT']],
    })
    .optional(),
});

/** An account export is larger than other bodies: its notes alone may take 1 MiB. */
export const maxImportBytes = 2 * 1024 * 1024;

export const importVerdict = z
  .enum([
    'new',
    'already_there',
    'not_recognised',
    'wrong_check_digit',
    'duplicate',
    'over_quota',
    'added',
    'not_added',
  ])
  .meta({
    description:
      '`new` until the task has processed the line, then `added`, `already_there`, `over_quota` or `not_added`. The other verdicts are final in the preview',
  });
export type ImportVerdict = z.infer<typeof importVerdict>;

export const importLine = z
  .object({
    line: count.meta({ description: 'Number of the entry, from 1' }),
    text: z.string().meta({ examples: ['NASDAQ:AAPL'] }),
    symbol: z
      .string()
      .nullable()
      .meta({ description: 'Null while the symbol of an ISIN is not known', examples: ['AAPL'] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Null if the server does not hold the stock yet', examples: ['Apple Inc.'] }),
    verdict: importVerdict,
    message: z
      .string()
      .nullable()
      .meta({ description: 'The reason of the verdict', examples: [null] }),
  })
  .meta({
    id: 'ImportLine',
    examples: [
      {
        line: 1,
        text: 'NASDAQ:AAPL',
        symbol: 'AAPL',
        name: 'Apple Inc.',
        verdict: 'already_there',
        message: 'AAPL is on your watch list already',
      },
    ],
  });
export type ImportLine = z.infer<typeof importLine>;

export const importInput = z
  .object({
    text: requiredText('text', 'Paste or choose the stocks to import').meta({
      description:
        'Ticker symbols and ISINs separated by commas, semicolons, tabs, spaces or lines; a text export of TradingView; a portfolio CSV of Yahoo; a CSV or account export of Stockbook. At most 500 stocks',
      examples: ['AAPL, US5949181045'],
    }),
    commit: z
      .boolean({ error: 'commit must be true or false' })
      .default(false)
      .meta({ description: 'False returns the preview and stores nothing; true starts the task' }),
  })
  .meta({ id: 'StockImport' });

export const importPreview = z
  .object({
    lines: z.array(importLine),
    total: count.meta({ description: 'Number of lines', examples: [1] }),
    new_stocks: count.meta({ description: 'Number of stocks that the import would add', examples: [0] }),
    restorable: count.meta({
      description:
        'Number of stocks already on the watch list for which the text has notes, flags or indicators',
      examples: [0],
    }),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.infer<typeof importPreview>;

export const importStarted = z
  .object({ task_id: uuid, message: z.string() })
  .meta({ id: 'ImportStarted', examples: [{ task_id: exampleId, message: 'Importing stocks' }] });

export const importOutput = z.union([importPreview, importStarted]);

export const importTaskInput = z.object({ taskId });

export const importTask = z
  .object({
    task_id: uuid,
    status: taskStatus,
    message: z.string(),
    info: taskProgress
      .nullable()
      .meta({ description: 'Lines processed and in total; null before the start' }),
    result: z
      .object({
        added: count.meta({ description: 'Number of stocks and indicators that were added' }),
        lines: z.array(importLine),
      })
      .nullable()
      .meta({ description: 'Null until the task has ended' }),
    error: z.string().nullable(),
  })
  .meta({
    id: 'ImportTask',
    examples: [
      {
        task_id: exampleId,
        status: 'SUCCESS',
        message: 'The import has ended',
        info: { current: 1, total: 1 },
        result: {
          added: 1,
          lines: [
            { line: 1, text: 'AAPL', symbol: 'AAPL', name: 'Apple Inc.', verdict: 'added', message: null },
          ],
        },
        error: null,
      },
    ],
  });
export type ImportTask = z.infer<typeof importTask>;

/** An indicator without its values, which the importing server calculates. */
const indicatorDefinitionOut = z.object({
  indicator_function: z.string(),
  indicator_name: z.string(),
  parameters: z.record(z.string(), z.number()),
});

export const accountFormat = 'stockbook-account';
export const accountFormatVersion = 1;

const nullableText = z.string().nullable();

const exportedChannel = notificationChannel
  .omit({ id: true, last_ok_at: true, last_error: true, failing_since: true })
  .meta({ id: 'ExportedNotificationChannel' });

const exportedSignal = signal
  .omit({ id: true, rule_id: true, strategy_id: true })
  .meta({ id: 'ExportedSignal' });

const exportedSignIn = activeSignIn.omit({ id: true, is_current: true }).meta({ id: 'ExportedSignIn' });

const exportedEvent = securityEvent
  .omit({ id: true, sign_in_id: true, token_id: true })
  .meta({ id: 'ExportedSecurityEvent' });

/** Everything of a user, for another instance or for safekeeping. */
export const accountExport = z
  .object({
    format: z.literal(accountFormat),
    version: z.literal(accountFormatVersion),
    exported_at: timestamp,
    profile: z.object({
      email: z.string(),
      username: z.string(),
      first_name: nullableText,
      last_name: nullableText,
    }),
    watch_list: z.array(
      z.object({
        symbol: z.string().meta({ examples: ['AAPL'] }),
        name: z.string(),
        isin: nullableText,
        exchange: nullableText,
        currency: nullableText,
        added_at: timestamp,
        is_favorite: z.boolean(),
        notes: nullableText,
        notify_on_signals: z.boolean(),
        indicators: z.array(indicatorDefinitionOut),
      }),
    ),
    strategies: z.array(
      z.object({
        name: z.string(),
        description: nullableText,
        rules: z.record(z.string(), z.unknown()),
        is_active: z.boolean(),
        created_at: timestamp,
        updated_at: timestamp,
      }),
    ),
    portfolios: z.array(
      z.object({
        name: z.string(),
        description: nullableText,
        currency: z.string(),
        created_at: timestamp,
        updated_at: timestamp,
      }),
    ),
    signal_rules: z.array(
      z.object({
        when: z.string(),
        name: nullableText,
        scope: z.enum(['stock', 'favorites', 'watch_list']),
        symbol: nullableText,
        trigger: z.enum(['becomes_true', 'every_bar', 'once']),
        quiet_bars: count,
        is_active: z.boolean(),
        created_at: timestamp,
      }),
    ),
    tokens: z
      .array(
        z.object({
          name: z.string(),
          scope: tokenScope,
          created_at: timestamp,
          expires_at: timestamp,
          last_used_at: timestamp.nullable(),
          last_used_address: z.string().nullable(),
        }),
      )
      .meta({ description: 'Personal access tokens without their secrets, which are not stored' }),
    channels: z.array(exportedChannel).meta({ description: 'Notification channels without their secrets' }),
    signals: z.array(exportedSignal).meta({ description: 'The inbox, latest bar first' }),
    sign_ins: z.array(exportedSignIn).meta({ description: 'Sign-ins that have not ended' }),
    security_events: z.array(exportedEvent).meta({ description: 'Newest first' }),
  })
  .meta({
    id: 'AccountExport',
    examples: [
      {
        format: accountFormat,
        version: accountFormatVersion,
        exported_at: '2024-12-31T22:15:00.000Z',
        profile: { email: 'you@example.com', username: 'trader', first_name: null, last_name: null },
        watch_list: [
          {
            symbol: 'AAPL',
            name: 'Apple Inc.',
            isin: 'US0378331005',
            exchange: 'NASDAQ',
            currency: 'USD',
            added_at: '2024-11-04T09:30:00.000Z',
            is_favorite: true,
            notes: 'Results on January 30',
            notify_on_signals: false,
            indicators: [
              { indicator_function: 'RSI', indicator_name: 'My RSI', parameters: { timeperiod: 14 } },
            ],
          },
        ],
        strategies: [],
        portfolios: [],
        signal_rules: [
          {
            when: 'rsi(14) crosses above 30',
            name: null,
            scope: 'stock',
            symbol: 'AAPL',
            trigger: 'becomes_true',
            quiet_bars: 0,
            is_active: true,
            created_at: '2024-11-04T09:31:00.000Z',
          },
        ],
        tokens: [],
        channels: [],
        signals: [],
        sign_ins: [],
        security_events: [],
      },
    ],
  });
export type AccountExport = z.infer<typeof accountExport>;

/** The part of an account export that an import reads. */
export const importedAccount = z.object({
  format: z.literal(accountFormat),
  version: z.literal(accountFormatVersion, {
    error: 'This export was written by a newer version of Stockbook. Update this server first',
  }),
  watch_list: z.array(
    z.object({
      symbol: text('Symbol'),
      isin: text('ISIN').nullish(),
      is_favorite: z.boolean().default(false),
      notes: limitedText('Notes', maxNotesLength).nullish(),
      notify_on_signals: z.boolean().default(false),
      indicators: z
        .array(
          z.object({
            indicator_function: limitedText('indicator_function', 50),
            indicator_name: limitedText('indicator_name', 100),
            parameters: z.record(text('Parameter name'), z.number()),
          }),
        )
        .default([]),
    }),
  ),
  /** Exports of earlier versions have none. */
  signal_rules: z.array(createSignalRuleInput).max(maxSignalRules).default([]),
});
