import { randomUUID } from 'node:crypto';
import { type Drawing, drawingSetRepository, userStockRepository } from '@stockbook/db';
import { userRow } from '@stockbook/db/testing';
import { User } from '@stockbook/db/testing/entities';
import { expect, it } from 'vitest';
import { daysFrom2020, now, withProvider } from './testing/with-provider.ts';

const days = daysFrom2020(20);
const splitOn = (date: string | undefined) => [{ date: date ?? '', numerator: 4, denominator: 1 }];

/** A line with a point on each of these days, at 10. */
function drawingOn(...dates: (string | undefined)[]): Drawing {
  const points = dates.map((date = '') => ({ date, price: 10 }));
  return { id: randomUUID(), kind: points.length === 1 ? 'ray' : 'trend', name: 'Mine', points };
}

/** A stock with bars on the first ten days, and a drawing of a user. */
async function drawnStock(drawing: Drawing) {
  const provider = await withProvider();
  const em = provider.database.fork();
  const { id: stockId } = await provider.fetch({ dates: days.slice(0, 10) });
  const userId = randomUUID();
  await em.insert(User, userRow(userId, 'reader', now));
  await userStockRepository.link(em, userId, stockId, now);
  await drawingSetRepository.replace(em, userId, stockId, [drawing], now);
  return {
    ...provider,
    async prices() {
      const [stored] = await drawingSetRepository.listOfUser(provider.database.fork(), userId, stockId);
      expect(stored).toMatchObject({ id: drawing.id, kind: drawing.kind, name: 'Mine' });
      return stored?.points.map(({ price }) => price);
    },
  };
}

it('divides the prices of drawings when the split of their stock is stored, also those in the future', async () => {
  const { fetch, prices } = await drawnStock(drawingOn(days[3], '2030-01-01'));
  await fetch({ dates: days.slice(0, 12), splits: splitOn(days[11]), close: 2.5 });
  expect(await prices()).toEqual([2.5, 2.5]);
  await fetch({ dates: days.slice(0, 13), splits: splitOn(days[11]), close: 2.5 });
  expect(await prices()).toEqual([2.5, 2.5]);
});

it('keeps a point on a bar that has the new prices when the split becomes known late', async () => {
  const { fetch, prices } = await drawnStock(drawingOn(days[3], days[9]));
  await fetch({ dates: days.slice(0, 10), splits: splitOn(days[9]), close: 2.5 });
  expect(await prices()).toEqual([2.5, 10]);
});

it('keeps the prices of drawings when the stored prices include the split', async () => {
  const { fetch, prices } = await drawnStock(drawingOn(days[3]));
  await fetch({ dates: days.slice(0, 12), splits: splitOn(days[2]) });
  expect(await prices()).toEqual([10]);
});
