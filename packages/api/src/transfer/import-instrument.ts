import { type ImportLine, instrumentRepository } from '@stockbook/db';
import { storeActions } from '../instruments/actions/set-actions.ts';
import { assertValid, readBars } from '../instruments/bars/read-bars.ts';
import { findInstrument } from '../instruments/find-instrument.ts';
import { storeInstrument } from '../instruments/instruments.ts';
import { confirmBase } from '../instruments/pricing/compute-bars.ts';
import { readTerms } from '../instruments/pricing/read-terms.ts';
import { ensureStored } from '../stocks/ensure-stock.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { countNewSymbol, finishLine, type InstrumentItem } from './import-line.ts';

/**
 * Creates the own instrument of a line with its bars and actions, unless the user has one of its symbol. Computed bars
 * are made anew, after the history of a linked stock. The line of its stock puts it on the watch list.
 */
export async function importInstrument(
  ctx: TaskContext,
  line: ImportLine,
  { instrument, bars }: InstrumentItem,
): Promise<void> {
  const { em, services, signal } = ctx;
  const { symbol, currency, dividends, splits, repeats } = instrument;
  const actor = { em, user: { id: ctx.userId }, services, clientSignal: () => signal };
  if (await instrumentRepository.findOfUser(em, ctx.userId, symbol)) {
    const message = `You already have ${symbol}`;
    await finishLine(em, ctx, line, { verdict: 'already_there', symbol, message });
    return;
  }
  const price = readTerms(instrument.pricing, instrument.terms);
  if (price.pricing === 'linked') {
    await countNewSymbol(ctx, line, { symbolOrIsin: price.terms.symbol });
    await ensureStored({ ...ctx, report: async () => {} }, price.terms.symbol);
    await confirmBase(actor, price, currency);
  }
  const judged = price.pricing === 'entered' ? await readBars(actor, { bars }) : null;
  if (judged) assertValid(judged);
  await em.transactional(async (tx) => {
    const inTransaction = { ...actor, em: tx };
    await storeInstrument(tx, actor, { ...instrument, track: false }, price, judged);
    const stored = await findInstrument(inTransaction, symbol);
    const actions = { symbol, dividends, splits, repeats, preview: false };
    await storeActions(inTransaction, stored, actions);
    await finishLine(tx, ctx, line, { verdict: 'added', symbol, message: null });
  });
}
