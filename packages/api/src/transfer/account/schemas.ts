import { z } from 'zod';
import { tokenScope } from '../../auth/access-tokens/schemas.ts';
import { securityEvent } from '../../auth/events/schemas.ts';
import { exportedConnection } from '../../auth/oidc/schemas.ts';
import { passkey } from '../../auth/passkeys/schemas.ts';
import { activeSignIn } from '../../auth/sessions/schemas.ts';
import { drawing } from '../../drawings/schemas.ts';
import { journalEntry } from '../../journal/schemas.ts';
import { stockList } from '../../lists/schemas.ts';
import { notificationChannel } from '../../notifications/schemas.ts';
import { portfolio } from '../../portfolios/schemas.ts';
import { tagGroup } from '../../portfolios/tags/schemas.ts';
import { transaction } from '../../portfolios/transactions/schemas.ts';
import { count, isoDate, timestamp, uuid } from '../../primitives.ts';
import { signal } from '../../signals/inbox/schemas.ts';
import { studySet } from '../../study-sets/schemas.ts';
import { exportedInstrument } from './instrument-schemas.ts';

/** An indicator without its values, which the importing server calculates. */
const indicatorDefinitionOut = z.object({
  indicator_function: z.string(),
  indicator_name: z.string(),
  parameters: z.record(z.string(), z.number()),
});

export const accountFormat = 'stockbook-account';
export const accountFormatVersion = 1;

const nullableText = z.string().nullable();

const portfolioSettings = portfolio.pick({
  cash_tracking: true,
  cost_method: true,
  benchmark: true,
  tax_year_start: true,
  dividend_tax_percent: true,
  risk_free_percent: true,
  notify_dividends: true,
});

const exportedTransaction = transaction
  .pick({ type: true, date: true, currency: true, fees: true, taxes: true })
  .extend(
    z
      .object({
        symbol: z.string().meta({ examples: ['NVDA'] }),
        quantity: z.number(),
        price: z.number(),
        amount: z.number(),
        fx_rate: z.number(),
        fx_currency: z.string().meta({ examples: ['EUR'] }),
        ex_date: isoDate,
        to_amount: z.number(),
        to_currency: z.string().meta({ examples: ['EUR'] }),
        note: z.string(),
        external_id: z.string(),
        transfer_id: uuid,
      })
      .partial().shape,
  )
  .extend({ created_at: timestamp })
  .meta({ id: 'ExportedTransaction', description: 'Fields without a value are left out' });

const exportedChoices = z
  .object({
    dismissed_dividends: z.array(z.object({ symbol: z.string(), ex_date: isoDate })),
    splits: z.array(
      z.object({ symbol: z.string(), ex_date: isoDate, choice: z.enum(['multiplied', 'kept']) }),
    ),
    quote_currencies: z.array(z.object({ symbol: z.string(), currency: z.string() })),
  })
  .meta({ id: 'PortfolioChoices', description: 'Answers of the user about stocks of the portfolio' });

const exportedPortfolio = z
  .object({
    name: z.string(),
    description: nullableText,
    currency: z.string(),
    settings: portfolioSettings,
    created_at: timestamp,
    updated_at: timestamp,
    tags: z.array(tagGroup.omit({ id: true })).meta({ description: 'Tag groups, oldest first' }),
    targets: z
      .array(z.object({ symbol: z.string(), percent: z.number() }))
      .meta({ description: 'Targets of stocks; those of tags are in `tags`' }),
    choices: exportedChoices,
    transactions: z.array(exportedTransaction).meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'ExportedPortfolio' });
export type ExportedPortfolio = z.infer<typeof exportedPortfolio>;

const exportedChannel = notificationChannel
  .omit({
    id: true,
    confirmation: true,
    confirmation_expires_at: true,
    last_ok_at: true,
    last_error: true,
    failing_since: true,
    is_this_device: true,
  })
  .meta({ id: 'ExportedNotificationChannel' });

const exportedSignal = signal
  .omit({ id: true, rule_id: true, strategy_id: true, rules: true })
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
    instruments: z.array(exportedInstrument).meta({ description: 'Own instruments, by symbol' }),
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
        drawings: z.array(drawing.omit({ id: true })).meta({ description: 'On its chart' }),
        indicators: z.array(indicatorDefinitionOut),
      }),
    ),
    lists: z
      .array(stockList.omit({ id: true, position: true, size: true }).meta({ id: 'ExportedStockList' }))
      .meta({ description: 'In their order' }),
    journal: z
      .array(
        journalEntry
          .pick({ symbol: true, day: true, kind: true, text: true, created_at: true, updated_at: true })
          .meta({ id: 'ExportedJournalEntry' }),
      )
      .meta({ description: 'Newest day first' }),
    strategies: z.array(
      z.object({
        name: z.string(),
        description: nullableText,
        rules: z.record(z.string(), z.unknown()),
        is_active: z.boolean(),
        list: nullableText.meta({ description: 'The name of its list, if its scope is one' }),
        created_at: timestamp,
        updated_at: timestamp,
      }),
    ),
    portfolios: z.array(exportedPortfolio),
    study_sets: z.array(studySet.omit({ id: true })).meta({ description: 'Saved sets of indicators' }),
    signal_rules: z.array(
      z.object({
        when: z.string(),
        name: nullableText,
        scope: z.enum(['stock', 'favorites', 'watch_list', 'list']),
        symbol: nullableText,
        list: nullableText.meta({ description: 'The name of its list, if the scope is `list`' }),
        trigger: z.enum(['becomes_true', 'every_bar', 'once']),
        quiet_bars: count,
        is_active: z.boolean(),
        during_session: z.boolean(),
        expires_on: isoDate.nullable(),
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
    passkeys: z.array(passkey.omit({ id: true })).meta({ description: 'Passkeys without their keys' }),
    channels: z.array(exportedChannel).meta({ description: 'Notification channels without their secrets' }),
    signals: z.array(exportedSignal).meta({ description: 'The inbox, latest bar first' }),
    sign_ins: z.array(exportedSignIn).meta({ description: 'Sign-ins that have not ended' }),
    provider_connections: z
      .array(exportedConnection)
      .meta({ description: 'Identity providers by which the user signs in' }),
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
        instruments: [],
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
            drawings: [
              {
                kind: 'ray',
                name: 'Support',
                points: [{ date: '2024-09-16', price: 216.32 }],
              },
            ],
            indicators: [
              { indicator_function: 'RSI', indicator_name: 'My RSI', parameters: { timeperiod: 14 } },
            ],
          },
        ],
        lists: [],
        journal: [],
        strategies: [],
        portfolios: [],
        study_sets: [],
        signal_rules: [
          {
            when: 'rsi(14) crosses above 30',
            name: null,
            scope: 'stock',
            symbol: 'AAPL',
            list: null,
            trigger: 'becomes_true',
            quiet_bars: 0,
            during_session: false,
            is_active: true,
            expires_on: null,
            created_at: '2024-11-04T09:31:00.000Z',
          },
        ],
        tokens: [],
        passkeys: [],
        channels: [],
        signals: [],
        sign_ins: [],
        provider_connections: [],
        security_events: [],
      },
    ],
  });
export type AccountExport = z.infer<typeof accountExport>;
