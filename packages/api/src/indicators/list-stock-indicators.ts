import { indicatorRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findTrackedStock } from '../stocks/find-tracked-stock.ts';
import type { CalculatedIndicator, stockIndicators, stockIndicatorsInput } from './schemas.ts';

type DatedIndicator = Awaited<ReturnType<typeof indicatorRepository.listOfUser>>[number];

/** Joins the kept lines with the dates of their bars: a number a date, or an object by output name. */
function presentPoints({ dates, outputs, values }: DatedIndicator): CalculatedIndicator['data'] {
  const count = dates.length;
  if (outputs.length === 1) return dates.map((date, row) => ({ date, value: values[row] ?? 0 }));
  return dates.map((date, row) => ({
    date,
    value: Object.fromEntries(outputs.map((output, line) => [output, values[line * count + row] ?? 0])),
  }));
}

/** What the caller has had calculated of a tracked stock, newest first. */
export async function listStockIndicators(
  ctx: UserContext,
  { symbol, ...page }: z.output<typeof stockIndicatorsInput>,
): Promise<z.infer<typeof stockIndicators>> {
  const { stock } = await findTrackedStock(ctx, symbol);
  const [indicators, total] = await Promise.all([
    indicatorRepository.listOfUser(ctx.em, ctx.user.id, stock.id, page),
    indicatorRepository.countOfUser(ctx.em, ctx.user.id, stock.id),
  ]);
  return {
    stock_symbol: symbol,
    indicators: indicators.map((indicator) => ({
      id: indicator.id,
      indicator_name: indicator.indicatorName,
      indicator_function: indicator.indicatorFunction,
      calculated_at: indicator.calculatedAt.toISOString(),
      data_start_date: indicator.dataStartDate,
      data_end_date: indicator.dataEndDate,
      parameters: indicator.parameters,
      data: presentPoints(indicator),
    })),
    total,
  };
}
