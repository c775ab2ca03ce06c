import { formatDay } from '@stockbook/common/days';
import { instrumentRepository, signalRepository } from '@stockbook/db';
import type { Services } from '../context.ts';
import { newNotice } from '../notifications/new-notice.ts';

/** A reminder is known by it when its instrument has another name meanwhile. */
const beginning = 'Enter a new price for ';

/** Cron job of each night: reminds the owners of instruments whose next price is due, once for each last price. */
export async function remindOwners({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const now = clock();
  const em = database.fork();
  const due = await instrumentRepository.listDueReminders(em, now.toISOString().slice(0, 10));
  const reminded = await instrumentRepository.listReminded(em, due, beginning);
  await signalRepository.add(
    em,
    due
      .filter(({ id }) => !reminded.has(id))
      .map(({ id, userId, symbol, name, lastDate }) =>
        newNotice({
          userId,
          stockId: id,
          symbol,
          barDate: lastDate,
          sentence: `${beginning}${name}: the last one is of ${formatDay(lastDate)}.`,
          createdAt: now,
        }),
      ),
  );
}
