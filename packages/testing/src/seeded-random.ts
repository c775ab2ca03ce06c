/** A seeded pseudo-random generator. */
export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<const T>(choices: readonly T[]): T;
}

/** Mulberry32, by Tommy Ettinger: 32 bits of state, sufficient for choosing steps, faults and prices. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick(choices) {
      const chosen = choices[below(choices.length)];
      if (chosen === undefined) throw new Error('pick: the list is empty');
      return chosen;
    },
  };
}
