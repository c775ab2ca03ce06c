import { createContext } from 'react';

/**
 * The stock of the shown result that is shown in detail, or `*` for all as one account; the one with the median return
 * if undefined. A context, so that another choice renders the result alone, and neither the editor nor the sweep.
 */
export const ShownSymbolContext = createContext<string | undefined>(undefined);
