import {
  type EntityManager,
  type FloatColumns,
  mapColumns,
  priceBarRepository,
  type Stock,
  type ValueColumn,
  valueColumns,
} from '@stockbook/db';
import type { NewBars } from '../bars-listener.ts';
import { mergeBars, withoutDates } from './merge-bars.ts';
import type { CheckedDownload } from './missing/check-days.ts';

const noBars: FloatColumns = { date: [], ...mapColumns(() => new Float64Array()) };

/** The bars of a stock before and after a download is stored. Reads each column once, when it is first needed. */
export class MergedBars implements NewBars {
  readonly stockId: number;
  readonly previousDate: string | null;
  readonly isOtherSource: boolean;
  readonly #em: EntityManager;
  readonly #download: CheckedDownload;
  readonly #read = new Set<ValueColumn>();
  #stored = noBars;

  constructor(em: EntityManager, { id, dataEndDate, dataSource }: Stock, download: CheckedDownload) {
    this.stockId = id;
    this.previousDate = dataEndDate;
    this.isOtherSource = dataSource !== null && dataSource !== download.history.source;
    this.#em = em;
    this.#download = download;
  }

  get lastDate(): string {
    const { history, isWhole } = this.#download;
    const last = history.bars.date.at(-1) ?? '';
    return isWhole || this.previousDate === null || last > this.previousDate ? last : this.previousDate;
  }

  get splits() {
    return this.#download.history.splits;
  }

  get dividends() {
    return this.#download.history.dividends;
  }

  async before(columns: readonly ValueColumn[] = valueColumns): Promise<FloatColumns> {
    const missing = columns.filter((name) => !this.#read.has(name));
    if (missing.length === 0) return this.#stored;
    const found = await priceBarRepository.readColumns(this.#em, this.stockId, { columns: missing });
    for (const name of missing) this.#read.add(name);
    this.#stored = {
      date: found.date,
      ...mapColumns((name) => (missing.includes(name) ? found : this.#stored)[name]),
    };
    return this.#stored;
  }

  async after(columns: readonly ValueColumn[] = valueColumns): Promise<FloatColumns> {
    const { history, isWhole, holidayDates } = this.#download;
    if (isWhole) return mergeBars(noBars, history.bars);
    return mergeBars(withoutDates(await this.before(columns), holidayDates), history.bars);
  }
}
