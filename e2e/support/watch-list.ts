/** What the server says of a stock, as far as tests change it. */
interface Stock {
  symbol: string;
  name: string;
  [fact: string]: unknown;
}

export interface Item {
  stock: Stock;
  is_favorite: boolean;
  notes: string | null;
}

export interface WatchList {
  stocks: Item[];
}

/** Changes what an answer says of one stock of the list. */
export function withStock(symbol: string, facts: Record<string, unknown>, link: Partial<Item> = {}) {
  return (list: WatchList) => ({
    ...list,
    stocks: list.stocks.map((item) =>
      item.stock.symbol === symbol ? { ...item, ...link, stock: { ...item.stock, ...facts } } : item,
    ),
  });
}
