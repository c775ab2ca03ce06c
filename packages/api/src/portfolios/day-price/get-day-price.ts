import { mainCurrency } from '@stockbook/common/currencies';
import { marketPriceRepository, stockRepository } from '@stockbook/db';
import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { fieldError } from '../../errors.ts';
import { dayInUtc, lastDay } from '../day.ts';
import { unitsOf } from '../fields.ts';
import { findPortfolio } from '../portfolios.ts';
import { readRates } from '../rates.ts';
import { readSplits } from '../transactions/splits.ts';
import { withQuoteCurrencies } from '../transactions/store.ts';
import type { dayPrice, dayPriceInput } from './schemas.ts';

/**
 * Returns what a form needs beside the fields of a transaction: its default currency, the range in which the stock
 * traded on the day, and the rate of the day.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the day lies in the future
 */
export async function getDayPrice(
  { em, user, services: { clock } }: UserContext,
  { portfolioId, symbol, ...input }: z.output<typeof dayPriceInput>,
): Promise<z.infer<typeof dayPrice>> {
  const portfolio = await findPortfolio(em, user.id, portfolioId);
  const now = clock();
  const { date = dayInUtc(now) } = input;
  if (date > lastDay(now)) throw fieldError('date', 'A transaction cannot lie in the future');
  const found = symbol === undefined ? null : await stockRepository.findBySymbol(em, symbol, user.id);
  const stocks = await withQuoteCurrencies(
    em,
    user.id,
    portfolio.id,
    new Map(found ? [[found.symbol, found]] : []),
  );
  const stock = found && stocks.get(found.symbol);
  const currency = input.currency ?? stock?.currency ?? portfolio.currency;
  const rates = await readRates(em, user.id, portfolio, [{ currency, date }]);
  const answer = {
    date,
    symbol: symbol ?? null,
    is_known: symbol === undefined || stock !== null,
    name: stock?.name ?? null,
    currency,
    fx_rate: rates.rate({ currency, date })?.toNumber() ?? null,
    fx_currency: portfolio.currency,
    low: null,
    high: null,
    price_currency: null,
  };
  if (!stock) return answer;
  const splits = await readSplits(em, user.id, portfolio.id, [stock.id], dayInUtc(now));
  const [bar] = await marketPriceRepository.listPrices(em, [{ stockId: stock.id, date }]);
  if (bar?.barDate !== date) return answer;
  const quoteCurrency = stock.currency ?? currency;
  // Pounds beside pence are the same money; another currency is not converted: rates move during the day.
  const priceCurrency = mainCurrency(quoteCurrency) === mainCurrency(currency) ? currency : quoteCurrency;
  const factor = splits.factor(stock.id, date).mul(unitsOf(quoteCurrency)).div(unitsOf(priceCurrency));
  return {
    ...answer,
    low: new Decimal(bar.low).mul(factor).toNumber(),
    high: new Decimal(bar.high).mul(factor).toNumber(),
    price_currency: priceCurrency,
  };
}
