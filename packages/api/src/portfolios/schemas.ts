import { z } from 'zod';
import {
  exampleId,
  isCalendarDate,
  isoDate,
  limitedText,
  opaqueId,
  paging,
  requiredName,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';
import { decimal, percentOf, portfolioCurrency, stockSymbolOf } from './fields.ts';

export const costMethods = ['fifo', 'average'] as const;

const descriptions = {
  cash_tracking:
    'Whether cash is part of the portfolio: only deposits, withdrawals and transfers are then money that comes in or goes out',
  cost_method: 'Which shares a sale takes: the oldest ones, or a part of all at their average cost',
  benchmark: 'Symbol of a stock to compare with; null for none',
  tax_year_start: 'First day of a tax year, MM-DD',
  dividend_tax_percent: 'Part of a suggested dividend that is withheld as tax',
  risk_free_percent: 'Yearly interest without risk, for the Sharpe ratio',
  notify_dividends: 'Whether the inbox gets a notice of each suggested dividend',
};

export const portfolio = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Retirement'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Broad funds, bought monthly'] }),
    currency: z.string().meta({ description: 'ISO 4217 code', examples: ['USD'] }),
    cash_tracking: z.boolean().meta({ description: descriptions.cash_tracking }),
    cost_method: z.enum(costMethods).meta({ description: descriptions.cost_method }),
    benchmark: z
      .string()
      .nullable()
      .meta({ description: descriptions.benchmark, examples: ['^GSPC'] }),
    tax_year_start: z.string().meta({ description: descriptions.tax_year_start, examples: ['01-01'] }),
    dividend_tax_percent: z.number().meta({ description: descriptions.dividend_tax_percent, examples: [25] }),
    risk_free_percent: z.number().meta({ description: descriptions.risk_free_percent, examples: [2] }),
    notify_dividends: z.boolean().meta({ description: descriptions.notify_dividends }),
    is_example: z.boolean().meta({ description: 'Whether Stockbook made it as an example' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = z.infer<typeof portfolio>;

/** A leap day would begin no year in three of four. */
const taxYearStart = text('tax_year_start')
  .refine((value) => isCalendarDate(`2023-${value}`), 'tax_year_start must be a day of every year like 04-06')
  .meta({ description: descriptions.tax_year_start, examples: ['01-01'] });

const flag = (label: string, description: string) =>
  z.boolean(`${label} must be true or false`).meta({ description, examples: [true] });

const currencyText = text('Currency').meta({
  description: 'ISO 4217 code, in upper or lower case',
  examples: ['USD'],
});

/** The fields that a user sets. */
const settings = {
  name: requiredName('Name', 100).meta({ examples: ['Retirement'] }),
  description: limitedText('Description', 10_000)
    .nullable()
    .meta({ examples: ['Broad funds, bought monthly'] }),
  currency: portfolioCurrency(currencyText, 'Currency'),
  cash_tracking: flag('cash_tracking', descriptions.cash_tracking),
  cost_method: z
    .enum(costMethods, 'cost_method must be fifo or average')
    .meta({ description: descriptions.cost_method, examples: ['fifo'] }),
  benchmark: stockSymbolOf('benchmark', '^GSPC')
    .nullable()
    .meta({ description: `${descriptions.benchmark}. The stock must be known` }),
  tax_year_start: taxYearStart,
  dividend_tax_percent: percentOf('dividend_tax_percent').meta({
    description: descriptions.dividend_tax_percent,
    examples: [25],
  }),
  risk_free_percent: decimal('risk_free_percent', { minimum: -10, maximum: 100, example: 2 }).meta({
    description: descriptions.risk_free_percent,
    examples: [2],
  }),
  notify_dividends: flag('notify_dividends', descriptions.notify_dividends),
};

export const createPortfolioInput = z
  .object({
    name: settings.name,
    description: settings.description.default(null),
    currency: portfolioCurrency(currencyText.default('USD'), 'Currency'),
    cash_tracking: settings.cash_tracking.default(false),
    cost_method: settings.cost_method.default('fifo'),
    benchmark: settings.benchmark.default(null),
    tax_year_start: settings.tax_year_start.default('01-01'),
    dividend_tax_percent: settings.dividend_tax_percent.default('0'),
    risk_free_percent: settings.risk_free_percent.default('0'),
    notify_dividends: settings.notify_dividends.default(true),
  })
  .meta({ id: 'NewPortfolio' });

export const portfolioId = opaqueId.meta({ description: 'Id of a portfolio', examples: [exampleId] });

export const portfolioInput = z.object({ portfolioId });

export const updatePortfolioInput = z
  .object({ portfolioId, ...z.object(settings).partial().shape })
  .refine(({ portfolioId: _, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Name at least one field to change',
  })
  .meta({ id: 'PortfolioChanges', description: 'At least one of the fields', minProperties: 1 });

export const listPortfoliosInput = z.object({
  ...paging,
  values: z
    .boolean('values must be true or false')
    .meta({ description: 'Adds what each portfolio is worth and has gained', examples: [true] })
    .optional(),
});

const figure = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });

/** Value and gain of a portfolio at the close of `as_of`. */
export const portfolioValues = z.object({
  value: figure('In its currency, cash included if it is tracked', 550),
  day_change: figure('Since the close before the last one', 20),
  day_change_percent: figure('Of the value at that close', 3.774),
  gain: figure('Since the first transaction', 134),
  twr_1y: figure(
    'True time-weighted return, a fraction, of the year that ends with `as_of`, or of the whole life if that is shorter',
    0.0919,
  ),
  twr_1y_since: isoDate.nullable().meta({ description: 'First day of the period of `twr_1y`' }),
  as_of: isoDate.nullable().meta({ description: 'Day of the last close used' }),
  is_simulated: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether prices are not real', examples: [false] }),
});

export const portfolioList = z
  .object({
    portfolios: z
      .array(portfolio.extend(portfolioValues.partial().shape).meta({ id: 'ListedPortfolio' }))
      .meta({ description: 'Newest first. What comes after `updated_at` is there with `values=true` only' }),
    total: totalCount,
  })
  .meta({ id: 'PortfolioList' });

export type PortfolioList = z.infer<typeof portfolioList>;

/** Size limit of a body: 200 transactions, or the tags of 500 stocks. */
export const maxPortfolioBodyBytes = 512 * 1024;
/** Values in a body larger than 64 KiB. */
export const maxPortfolioBodyValues = 20_000;
