/** The fields of a stock that tests change. */
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

/** Changes one stock in a response of the list. */
export function withStock(symbol: string, facts: Record<string, unknown>, link: Partial<Item> = {}) {
  return (list: WatchList) => ({
    ...list,
    stocks: list.stocks.map((item) =>
      item.stock.symbol === symbol ? { ...item, ...link, stock: { ...item.stock, ...facts } } : item,
    ),
  });
}
