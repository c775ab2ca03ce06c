import { z } from 'zod';
import { actions, dividendRepeats } from '../../history/schemas.ts';
import { calendarDate } from '../../primitives.ts';
import { preview, symbolOfInstrument } from '../shared-schemas.ts';

const actionAmountError = 'amount must be a number above 0, at most 10^15';
const splitPartError = 'numerator and denominator must be numbers above 0, at most 10^6';
const splitPart = z
  .number({ error: splitPartError })
  .gt(0, splitPartError)
  .max(1e6, splitPartError)
  .meta({ examples: [2] });

const repeat = z.object({
  months: z
    .number({ error: 'months must be a whole number from 1 to 120' })
    .int('months must be a whole number from 1 to 120')
    .min(1, 'months must be a whole number from 1 to 120')
    .max(120, 'months must be a whole number from 1 to 120')
    .meta({ examples: [6] }),
  until: calendarDate('until').meta({ description: 'Last possible day' }),
});

const dividendAmount = z
  .number({ error: actionAmountError })
  .gt(0, actionAmountError)
  .max(1e15, actionAmountError)
  .meta({ examples: [2.5] });

const repeatedDividend = z
  .object({ ex_date: calendarDate('ex_date'), amount: dividendAmount, ...repeat.shape })
  .meta({ id: 'RepeatedDividendInput' });

/** Remembered of an instrument: a client that sends ever new splits must not let the row grow. */
export const maxAppliedSplits = 400;

/** Most dividends of an instrument, those of repeats included. */
export const maxOwnDividends = 400;

export const setInstrumentActionsInput = z
  .object({
    symbol: symbolOfInstrument,
    dividends: z
      .array(
        z
          .object({
            ex_date: calendarDate('ex_date'),
            amount: dividendAmount,
            repeat: repeat.nullish(),
          })
          .meta({ id: 'InstrumentDividend' }),
        { error: 'dividends must be a list' },
      )
      .max(maxOwnDividends, `An instrument can have at most ${maxOwnDividends} dividends`)
      .default([])
      .meta({ description: 'All there are, a share; of `quoted_in` `percent`, in per cent' }),
    splits: z
      .array(
        z
          .object({
            ex_date: calendarDate('ex_date'),
            numerator: splitPart.meta({ description: 'New shares' }),
            denominator: splitPart.meta({ description: 'Old shares' }),
            is_in_prices: z.boolean('is_in_prices must be true or false').default(true).meta({
              description:
                'Whether the prices before the day are already divided. False divides them once, when the split is first stored',
            }),
          })
          .meta({ id: 'InstrumentSplit' }),
        { error: 'splits must be a list' },
      )
      .max(100, 'An instrument can have at most 100 splits')
      .default([]),
    repeats: z
      .array(repeatedDividend, { error: 'repeats must be a list' })
      .max(50, 'An instrument can have at most 50 repeats')
      .default([])
      .meta({ description: 'As a response has them; a dividend of the same day goes before' }),
    preview,
  })
  .meta({ id: 'InstrumentActionsInput', description: 'All there are: others are deleted' });

export const instrumentActions = actions
  .extend({ repeats: dividendRepeats })
  .meta({ id: 'InstrumentActions' });
export type InstrumentActions = z.infer<typeof instrumentActions>;
