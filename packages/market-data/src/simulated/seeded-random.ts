/** Deterministic pseudo-random numbers: the same sequence for a seed on every machine. */
export interface SeededRandom {
  /** Uniform over [0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

/** Source: sfc32 by Chris Doty-Humphrey (PractRand), seeded by FNV-1a hashes; normal deviates by Box-Muller. */
export function seededRandom(seed: string): SeededRandom {
  let a = fnv1a(`a${seed}`);
  let b = fnv1a(`b${seed}`);
  let c = fnv1a(`c${seed}`);
  let counter = 1;
  let spare: number | null = null;

  function uniform(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  function normal(): number {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  // The first outputs of similar seeds are correlated.
  for (let round = 0; round < 15; round++) uniform();
  return { uniform, normal };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
