import { useSyncExternalStore } from 'react';

/** A value that a chart changes often. Only the components that show it render then. */
export class ChartValue<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(initial: T) {
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  readonly set = (value: T): void => {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The index of the bar under the crosshair, or null. */
export type HoveredBar = ChartValue<number | null>;

export function useChartValue<T>({ subscribe, get }: ChartValue<T>): T {
  return useSyncExternalStore(subscribe, get);
}

/** The index of the bar whose values are shown: the one under the crosshair, or else the last of `count` bars. */
export function useShownBar(hover: HoveredBar, count: number): number {
  // After a change of range, the index may exceed the number of bars.
  return Math.min(useChartValue(hover) ?? count - 1, count - 1);
}
