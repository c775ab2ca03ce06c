import { additionalParts } from '#lib/lazy-with-reload.ts';

/** The parts of a chart that show the bar in progress. */
export const { part: formed } = additionalParts(
  async () => (await import('./forming-parts.ts')).formingParts,
);
