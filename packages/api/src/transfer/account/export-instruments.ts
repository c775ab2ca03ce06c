import {
  type BarRow,
  type InstrumentRow,
  instrumentRepository,
  priceBarRepository,
  stockActionRepository,
} from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { presentInstrument } from '../../instruments/find-instrument.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import type { ExportedInstrument } from './instrument-schemas.ts';

/** Writing this many takes about a millisecond. */
const barsPerPiece = 1_000;

type Head = Omit<ExportedInstrument, 'bars'>;

/** Writes the own instruments of the caller as JSON texts, by symbol: one may have 20,000 bars. */
export async function* writeInstruments(ctx: UserContext): AsyncGenerator<string> {
  const [instruments] = await instrumentRepository.listOfUser(ctx.em, ctx.user.id);
  let separator = '';
  for (const row of instruments) {
    const head = JSON.stringify(await readHead(ctx, row));
    yield `${separator}${head.slice(0, -1)},"bars":[`;
    const bars = await priceBarRepository.listDaily(ctx.em, row.id);
    for (let start = 0; start < bars.length; start += barsPerPiece) {
      await nextTurn();
      const piece = bars.slice(start, start + barsPerPiece).map((bar) => JSON.stringify(presentBar(bar)));
      yield `${start === 0 ? '' : ','}${piece.join(',')}`;
    }
    yield ']}';
    separator = ',';
  }
}

async function readHead({ em }: UserContext, row: InstrumentRow): Promise<Head> {
  const { symbol, name, currency, type, isin, sector, industry, ...others } = presentInstrument(row);
  const { quoted_in, pricing, terms, remind, created_at } = others;
  const dividends = await stockActionRepository.listDividends(em, row.id);
  const splits = await stockActionRepository.listSplits(em, row.id);
  return {
    symbol,
    name,
    currency,
    type,
    isin,
    sector,
    industry,
    quoted_in,
    pricing,
    terms,
    remind,
    created_at,
    dividends: dividends.map(({ exDate, amount }) => ({ ex_date: exDate, amount })),
    splits: splits.map(({ exDate, numerator, denominator }) => ({ ex_date: exDate, numerator, denominator })),
    applied_splits: row.terms?.applied_splits?.map((split) => ({ ...split })) ?? [],
    repeats: row.terms?.repeats?.map((repeat) => ({ ...repeat })) ?? [],
  };
}

/** A close alone is half as long. */
function presentBar({ date, open, high, low, close, volume }: BarRow): ExportedInstrument['bars'][number] {
  const isCloseAlone = open === close && high === close && low === close && volume === 0;
  return isCloseAlone ? { date, close } : { date, open, high, low, close, volume };
}
