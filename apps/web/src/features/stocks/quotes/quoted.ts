import { additionalParts } from '#lib/lazy-with-reload.ts';

/** The parts that show prices during the session, in place of the closes that a page shows first. */
export const { useParts: useQuoteParts, part: quoted } = additionalParts(
  async () => (await import('./quote-parts.ts')).quoteParts,
);
