/** Moves of a user that are not stored, and stored ones that can be taken back. */
export const keptMoves = { open: 3, ended: 20 };
