import { randomUUID } from 'node:crypto';
import { type EntityManager, portfolioRepository, stockRepository, taskRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { spendNewSymbol } from '../../quotas/provider-budget.ts';
import { assertQuota } from '../../quotas/quotas.ts';
import { taskKinds } from '../../tasks/kinds.ts';
import { requestTask } from '../../tasks/tasks.ts';
import { exampleSymbols } from './example-trades.ts';
import type { createdExample } from './schemas.ts';

/** Not an error of the caller: a user has one example. */
class ExampleExists extends Error {
  override readonly name = 'ExampleExists';
  readonly portfolioId: string;

  constructor(portfolioId: string) {
    super('The example is one of your portfolios already');
    this.portfolioId = portfolioId;
  }
}

/**
 * Requests a task that creates an example portfolio of the caller; returns the portfolio if there is one already.
 * @throws AppError CONFLICT if a quota is used up, TOO_MANY_REQUESTS after too many new symbols
 */
export async function requestExample(ctx: UserContext): Promise<z.infer<typeof createdExample>> {
  const { quotas } = ctx.services;
  try {
    const taskId = await requestTask(ctx, {
      kind: 'create-example',
      subject: 'example',
      payload: { portfolioId: randomUUID() },
      message: 'Creating the example...',
      async assertAllowed(tx) {
        const existing = await portfolioRepository.findExample(tx, ctx.user.id);
        if (existing !== null) throw new ExampleExists(existing);
        assertQuota(await portfolioRepository.countOfUser(tx, ctx.user.id), quotas.portfolios, 'portfolios');
        await spendNewSymbols(tx, ctx);
      },
    });
    // An equal request that is still active shares its task and its portfolio.
    const task = await taskRepository.find(ctx.em, taskId);
    const { portfolioId } = taskKinds['create-example'].parse(task?.payload);
    return { task_id: taskId, portfolio_id: portfolioId, message: 'Creating the example' };
  } catch (error) {
    if (error instanceof ExampleExists) return { portfolio_id: error.portfolioId, message: error.message };
    throw error;
  }
}

/** @throws AppError TOO_MANY_REQUESTS */
async function spendNewSymbols(tx: EntityManager, ctx: UserContext): Promise<void> {
  const stored = await stockRepository.keepStored(tx, exampleSymbols);
  for (const symbol of exampleSymbols) if (!stored.has(symbol)) await spendNewSymbol(tx, ctx);
}
