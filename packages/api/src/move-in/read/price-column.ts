import type { NeutralPrices } from '../form.ts';

const initialSize = 64;

/** Closes of a security, which a reader adds one by one. */
export class PriceColumn {
  #days = new Int32Array(initialSize);
  #closes = new Float64Array(initialSize);
  #count = 0;
  #isAscending = true;

  get count(): number {
    return this.#count;
  }

  add(day: number, close: number): void {
    if (this.#count === this.#days.length) this.#grow();
    if (this.#count > 0 && day <= (this.#days[this.#count - 1] ?? 0)) this.#isAscending = false;
    this.#days[this.#count] = day;
    this.#closes[this.#count] = close;
    this.#count += 1;
  }

  /** The closes ascending by day. The last one of a day counts. */
  finish(): NeutralPrices {
    const days = this.#days.slice(0, this.#count);
    const closes = this.#closes.slice(0, this.#count);
    if (this.#isAscending) return { days, closes };
    const byDay = new Map<number, number>();
    for (const [index, day] of days.entries()) byDay.set(day, closes[index] ?? 0);
    const sorted = [...byDay].sort(([a], [b]) => a - b);
    return {
      days: Int32Array.from(sorted, ([day]) => day),
      closes: Float64Array.from(sorted, ([, close]) => close),
    };
  }

  #grow(): void {
    const [days, closes] = [this.#days, this.#closes];
    this.#days = new Int32Array(2 * days.length);
    this.#closes = new Float64Array(2 * closes.length);
    this.#days.set(days);
    this.#closes.set(closes);
  }
}
