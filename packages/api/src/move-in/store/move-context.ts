import type { StoreContext } from '../../instruments/bars/store-bars.ts';

/** The user of the task that stores a move. */
export type MoveContext = Omit<StoreContext, 'em'>;
