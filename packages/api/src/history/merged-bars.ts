import {
  type EntityManager,
  type FloatColumns,
  mapColumns,
  priceBarRepository,
  type ValueColumn,
  valueColumns,
} from '@stockbook/db';
import { mergeBars, withoutDates } from './merge-bars.ts';
import type { CheckedDownload } from './missing/check-days.ts';

const noBars: FloatColumns = { date: [], ...mapColumns(() => new Float64Array()) };

/** The bars of a stock before and after a download is stored. Reads each column once, when it is first needed. */
export class MergedBars {
  readonly #em: EntityManager;
  readonly #stockId: number;
  readonly #download: CheckedDownload;
  readonly #read = new Set<ValueColumn>();
  #stored = noBars;

  constructor(em: EntityManager, stockId: number, download: CheckedDownload) {
    this.#em = em;
    this.#stockId = stockId;
    this.#download = download;
  }

  /** The stored bars; columns that were not requested are empty. */
  async before(columns: readonly ValueColumn[] = valueColumns): Promise<FloatColumns> {
    const missing = columns.filter((name) => !this.#read.has(name));
    if (missing.length === 0) return this.#stored;
    const found = await priceBarRepository.readColumns(this.#em, this.#stockId, { columns: missing });
    for (const name of missing) this.#read.add(name);
    this.#stored = {
      date: found.date,
      ...mapColumns((name) => (missing.includes(name) ? found : this.#stored)[name]),
    };
    return this.#stored;
  }

  /** The bars as they will be stored; columns that were not requested may be empty. */
  async after(columns: readonly ValueColumn[] = valueColumns): Promise<FloatColumns> {
    const { history, isWhole, holidayDates } = this.#download;
    if (isWhole) return mergeBars(noBars, history.bars);
    return mergeBars(withoutDates(await this.before(columns), holidayDates), history.bars);
  }
}
