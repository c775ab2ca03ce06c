import type { EntityManager, FloatColumns, Stock, ValueColumn } from '@stockbook/db';
import type { History } from '@stockbook/market-data';
import type { Services } from './context.ts';

/** Bars of a stock that are about to be stored. */
export interface NewBars {
  readonly stockId: number;
  /** The last bar before they are stored; null without bars. */
  readonly previousDate: string | null;
  /** The last bar once they are stored; a removed holiday may be earlier. */
  readonly lastDate: string;
  /** Whether another source replaces the bars: then all new ones are history. */
  readonly isOtherSource: boolean;
  readonly splits: History['splits'];
  readonly dividends: History['dividends'];
  /** Reads the stored bars. @param columns all by default; the others may be empty */
  before(columns?: readonly ValueColumn[]): Promise<FloatColumns>;
  /** Reads the bars as they will be stored. @param columns all by default; the others may be empty */
  after(columns?: readonly ValueColumn[]): Promise<FloatColumns>;
}

/** Bars that a transaction has stored. */
export interface StoredBars {
  readonly stock: Pick<
    Stock,
    'id' | 'symbol' | 'currency' | 'quotedIn' | 'dataSource' | 'dataEndDate' | 'barCount' | 'barsRevision'
  >;
  /** False if the download brought no new, changed or deleted bar. */
  readonly haveChanged: boolean;
  readonly now: Date;
}

export interface Written {
  /** The number of new signals. */
  readonly signalCount: number;
  /** False if something has changed since it was prepared, and has to be prepared again. */
  readonly isComplete: boolean;
}

/** Updates what depends on the bars of a stock when new ones are stored. */
export interface BarsListener {
  /** Calculates before the stock is locked. */
  prepare(em: EntityManager): Promise<void>;
  /** Writes in the transaction that has locked the stock and stored the bars. */
  write(tx: EntityManager, stored: StoredBars): Promise<Written>;
}

/** Creates a listener for one attempt to store new bars. */
export type CreateBarsListener = (
  bars: NewBars,
  services: Pick<Services, 'log' | 'observer'>,
) => BarsListener;
