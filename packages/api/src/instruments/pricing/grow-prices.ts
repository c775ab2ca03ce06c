import { instrumentRepository, stockRepository } from '@stockbook/db';
import type { Services } from '../../context.ts';
import { recompute } from './recompute.ts';

const idsPerPage = 200;

/** Cron job of each night: adds the prices of new weekdays to the instruments that grow by a rate. */
export async function growPrices(services: Services, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = services;
  const today = clock().toISOString().slice(0, 10);
  for (let last = 0; !signal.aborted; ) {
    const ids = await instrumentRepository.listGrowing(database.fork(), today, last, idsPerPage);
    for (const id of ids) {
      const em = database.fork();
      const stock = await stockRepository.find(em, id);
      if (!stock?.owner) continue;
      try {
        await recompute({ em, user: { id: stock.owner.id }, services }, id);
      } catch (err) {
        // One owner at a limit must not keep the prices of the others back.
        log.warn({ err, stockId: id }, 'failed to compute the prices of an own instrument');
      }
    }
    if (ids.length < idsPerPage) return;
    last = ids.at(-1) ?? last;
  }
}
