import type { Server } from '../support/server.ts';

interface List {
  readonly stocks: readonly { readonly stock: { readonly symbol: string } }[];
  readonly total: number;
}

interface Figures {
  readonly stocks: readonly { readonly symbol: string }[];
}

const symbolAt = (index: number) => `S${String(index).padStart(3, '0')}`;

/** Answers the calls for the watch list with its first stock `count` times, as `S000`, `S001` and so on. */
export async function repeatStock(server: Server, count: number): Promise<void> {
  await server.alter<List>('stocks.list', ({ stocks: [item], ...rest }) => ({
    ...rest,
    stocks: Array.from({ length: count }, (_, index) => ({
      ...item,
      stock: { ...item?.stock, symbol: symbolAt(index) },
    })),
    total: count,
  }));
  await server.alter<Figures>('stocks.figures', ({ stocks: [figure] }) => ({
    stocks: Array.from({ length: count }, (_, index) => ({ ...figure, symbol: symbolAt(index) })),
  }));
}
