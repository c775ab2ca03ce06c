import { randomUUID } from 'node:crypto';
import { type Drawing, drawingSetRepository, userRepository, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { findTrackedStock } from '../watch-list/find-tracked-stock.ts';
import type { drawingList, drawingsInput, replaceDrawingsInput } from './schemas.ts';

/**
 * Lists the caller's drawings on the chart of a tracked stock.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function listDrawings(
  ctx: UserContext,
  { symbol }: z.output<typeof drawingsInput>,
): Promise<z.infer<typeof drawingList>> {
  const stock = await findTrackedStock(ctx, symbol);
  return present(await drawingSetRepository.listOfUser(ctx.em, ctx.user.id, stock.id));
}

/**
 * Replaces all drawings of the caller on the chart of a tracked stock.
 * @throws AppError NOT_FOUND if the caller does not track the stock
 */
export async function replaceDrawings(
  { em, user, services: { clock } }: UserContext,
  { symbol, drawings }: z.output<typeof replaceDrawingsInput>,
): Promise<z.infer<typeof drawingList>> {
  const stored = drawings.map(({ id = randomUUID(), kind, name, points }) => ({ id, kind, name, points }));
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    // The link cannot go meanwhile, nor can a split rescale what is not stored yet.
    const target = await userStockRepository.lockForCalculation(tx, user.id, symbol);
    if (!target) throw notFound('Stock');
    await drawingSetRepository.replace(tx, user.id, target.stockId, stored, clock());
  });
  return present(stored);
}

function present(drawings: readonly Drawing[]): z.infer<typeof drawingList> {
  return { drawings: drawings.map(({ points, ...drawing }) => ({ ...drawing, points: [...points] })) };
}
