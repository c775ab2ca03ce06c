import { type ImportLine, instrumentRepository, stockRepository } from '@stockbook/db';
import { MarketDataError } from '@stockbook/market-data';
import { storeActions } from '../instruments/actions/set-actions.ts';
import { assertValid, readBars } from '../instruments/bars/read-bars.ts';
import { findInstrument } from '../instruments/find-instrument.ts';
import { storeInstrument } from '../instruments/instruments.ts';
import { confirmBase } from '../instruments/pricing/compute-bars.ts';
import { type PriceTerms, readTerms } from '../instruments/pricing/read-terms.ts';
import { ensureStored } from '../stocks/ensure-stock.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import { countNewSymbol, finishLine, type InstrumentItem } from './import-line.ts';

const entered: PriceTerms = { pricing: 'entered', terms: null };

/** Stores the history of a linked stock. @returns false if no source has one, and none is stored */
async function storeBase(ctx: TaskContext, line: ImportLine, symbol: string): Promise<boolean> {
  await countNewSymbol(ctx, line, { symbolOrIsin: symbol });
  try {
    await ensureStored({ ...ctx, report: async () => {} }, symbol);
    return true;
  } catch (error) {
    if (!(error instanceof MarketDataError) || error.kind !== 'not_found') throw error;
    const stored = await stockRepository.findBySymbol(ctx.em.fork(), symbol, null);
    return stored !== null && stored.barCount > 0;
  }
}

/**
 * Creates the own instrument of a line with its bars and actions, unless the user has one of its symbol. Computed bars
 * are made anew, after the history of a linked stock; if no source knows that any more, the bars of the file stay. The
 * line of its stock puts it on the watch list.
 */
export async function importInstrument(
  ctx: TaskContext,
  line: ImportLine,
  { instrument, bars }: InstrumentItem,
): Promise<void> {
  const { em, services, signal } = ctx;
  const { symbol, currency, dividends, splits, applied_splits: applied, repeats } = instrument;
  const actor = { em, user: { id: ctx.userId }, services, clientSignal: () => signal };
  if (await instrumentRepository.findOfUser(em, ctx.userId, symbol)) {
    const message = `You already have ${symbol}`;
    await finishLine(em, ctx, line, { verdict: 'already_there', symbol, message });
    return;
  }
  const wanted = readTerms(instrument.pricing, instrument.terms);
  const base = wanted.pricing === 'linked' ? wanted.terms.symbol : null;
  const isBaseUnknown = base !== null && !(await storeBase(ctx, line, base));
  const price = isBaseUnknown ? entered : wanted;
  await confirmBase(actor, price, currency);
  const judged = price.pricing === 'entered' ? await readBars(actor, { bars }) : null;
  if (judged) assertValid(judged);
  await em.transactional(async (tx) => {
    const inTransaction = { ...actor, em: tx };
    await storeInstrument(tx, actor, { ...instrument, track: false }, price, judged);
    const stored = await findInstrument(inTransaction, symbol);
    const actions = { symbol, dividends, splits, repeats, preview: false };
    await storeActions(inTransaction, stored, actions, applied);
    const message = isBaseUnknown
      ? `${base} is not known: its prices stay, and you enter the next ones`
      : null;
    await finishLine(tx, ctx, line, { verdict: 'added', symbol, message });
  });
}
