/** Limits of what is read from the files of another program. They bound memory and time of a reading thread. */
export const readLimits = {
  fileBytes: 64 * 1024 * 1024,
  lines: 50_000,
  securities: 2_000,
  /** Accounts, lists and groups: the report names each. */
  named: 2_000,
  prices: 3_000_000,
  elements: 5_000_000,
  depth: 2_000,
  /** References that lead to references. */
  references: 20,
  /** Messages within messages of a binary file. */
  messages: 20,
};

export type ReadLimits = typeof readLimits;

/** Moves of a user that are not stored, and stored ones that can be taken back. */
export const keptMoves = { open: 3, ended: 20 };
