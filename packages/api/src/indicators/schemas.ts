import { z } from 'zod';
import {
  codePoints,
  isoDate,
  limitedText,
  nullIfBlank,
  oneLine,
  paging,
  requiredText,
  symbolInPath,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';

export const indicatorParameter = z
  .object({
    name: z.string().meta({ examples: ['timeperiod'] }),
    type: z.enum(['integer', 'real']),
    default: z.number().meta({ examples: [14] }),
    min: z.number().meta({ examples: [2] }),
    max: z.number().meta({ examples: [100_000] }),
    step: z.number().meta({ examples: [1] }),
    description: z.string().meta({ examples: ['Bars to average gains and losses over'] }),
  })
  .meta({ id: 'IndicatorParameter' });

export const indicatorDefinition = z
  .object({
    name: z.string().meta({ examples: ['Relative Strength Index'] }),
    function: z.string().meta({ examples: ['RSI'] }),
    description: z.string().meta({ examples: ['Gains in percent of gains plus losses'] }),
    defaultParams: z.record(z.string(), z.number()).meta({ examples: [{ timeperiod: 14 }] }),
    parameters: z.array(indicatorParameter),
    inputs: z.array(z.enum(['open', 'high', 'low', 'close', 'volume'])).meta({
      description:
        'The columns of the bars that it reads. In rules, one that reads the close alone takes other values',
      examples: [['close']],
    }),
    outputs: z
      .array(z.string())
      .meta({ description: 'Names of the lines, the principal line first', examples: [['real']] }),
    overlay: z.boolean().meta({ description: 'Whether it is drawn on the price chart', examples: [false] }),
    unit: z
      .enum(['price', 'volume', 'price^2', 'price/volume', 'price^2/volume'])
      .nullable()
      .meta({
        description: 'The unit of its values, which a stock split rescales; null if they have none',
        examples: [null],
      }),
    group: z
      .enum(['overlap', 'momentum', 'volatility', 'volume', 'price', 'statistics'])
      .meta({ examples: ['momentum'] }),
  })
  .meta({ id: 'IndicatorDefinition' });
export type IndicatorDefinition = z.infer<typeof indicatorDefinition>;

export const indicatorCatalogue = z
  .object({ indicators: z.array(indicatorDefinition), total: totalCount })
  .meta({ id: 'IndicatorCatalogue' });

/** `calculateIndicator` checks `ta_indicator` and `parameters` against the catalogue. */
export const calculateInput = z
  .object({
    stock_symbol: requiredText('stock_symbol', 'No stock symbol provided')
      .trim()
      .toUpperCase()
      .meta({ examples: ['AAPL'] }),
    ta_indicator: requiredText('ta_indicator')
      .refine((value) => codePoints(value) <= 50, 'ta_indicator must be at most 50 characters')
      .trim()
      .meta({
        description: 'A `function` of the catalogue, in upper or lower case',
        maxLength: 50,
        examples: ['RSI'],
      }),
    parameters: z
      .record(text('Parameter name'), z.unknown(), { error: 'parameters must be an object of numbers' })
      .nullish()
      .meta({ description: 'Missing parameters get their default values', examples: [{ timeperiod: 14 }] }),
    indicator_name: limitedText('indicator_name', 100)
      .check(oneLine('indicator_name'))
      .nullish()
      .meta({ description: 'Default: the name of the indicator', examples: ['My RSI'] })
      .transform(nullIfBlank),
  })
  .meta({ id: 'IndicatorCalculation' });

export const calculateOutput = z
  .object({
    task_id: uuid,
    message: z.string().meta({ examples: ['Calculating My RSI'] }),
    stock_symbol: z.string().meta({ examples: ['AAPL'] }),
    ta_indicator: z.string().meta({ examples: ['RSI'] }),
    indicator_name: z.string().meta({ examples: ['My RSI'] }),
  })
  .meta({ id: 'IndicatorCalculationStarted' });

export const indicatorPoint = z
  .object({
    date: isoDate,
    value: z.union([z.number(), z.record(z.string(), z.number())]).meta({
      description:
        'A number. If the indicator has several lines, an object with a number per line, the principal line first',
      examples: [43.79],
    }),
  })
  .meta({ id: 'IndicatorPoint' });

export const calculatedIndicator = z
  .object({
    id: uuid,
    indicator_name: z.string().meta({ examples: ['My RSI'] }),
    indicator_function: z.string().meta({ examples: ['RSI'] }),
    calculated_at: timestamp,
    data_start_date: isoDate.nullable().meta({ examples: ['1990-01-23'] }),
    data_end_date: isoDate.nullable(),
    parameters: z.record(z.string(), z.number()).meta({ examples: [{ timeperiod: 14 }] }),
    data: z.array(indicatorPoint),
  })
  .meta({ id: 'CalculatedIndicator' });
export type CalculatedIndicator = z.infer<typeof calculatedIndicator>;

/** The quota `indicatorsPerStock` by default. */
const maxIds = 100;

export const stockIndicatorsInput = z.object({
  symbol: symbolInPath,
  ids: z
    .array(text('ids'), { error: 'ids must be a list of ids' })
    .max(maxIds, `ids must be at most ${maxIds}`)
    .meta({
      description: 'Returns only these indicators. Repeat the parameter, or separate the ids by commas',
      examples: [['0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11']],
    })
    .optional(),
  data: z.boolean({ error: 'data must be true or false' }).default(true).meta({
    description: 'Whether to return the values. If false, `data` of each indicator is an empty list',
  }),
  ...paging,
});

export const indicatorsCsvInput = stockIndicatorsInput.pick({ symbol: true, ids: true });

export const stockIndicators = z
  .object({
    stock_symbol: z.string().meta({ examples: ['AAPL'] }),
    indicators: z.array(calculatedIndicator).meta({ description: 'Newest first' }),
    total: totalCount,
  })
  .meta({ id: 'StockIndicators' });
export type StockIndicators = z.infer<typeof stockIndicators>;
