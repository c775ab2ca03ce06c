/** A place in a list: before or after one of its stocks. */
export interface Place {
  readonly symbol: string;
  readonly isAfter: boolean;
}

/** The list with these stocks at a place; unchanged if the place is one of them or not on the list. */
export function moveTo(order: readonly string[], moved: readonly string[], place: Place): readonly string[] {
  if (moved.includes(place.symbol) || !order.includes(place.symbol)) return order;
  const others = order.filter((symbol) => !moved.includes(symbol));
  const index = others.indexOf(place.symbol) + (place.isAfter ? 1 : 0);
  const inOrder = order.filter((symbol) => moved.includes(symbol));
  return [...others.slice(0, index), ...inOrder, ...others.slice(index)];
}

/** The place one step up or down among the shown stocks of a list; null at its end. */
export function placeBeside(shown: readonly string[], symbol: string, step: 1 | -1): Place | null {
  const index = shown.indexOf(symbol);
  const neighbour = index < 0 ? undefined : shown[index + step];
  return neighbour === undefined ? null : { symbol: neighbour, isAfter: step > 0 };
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((symbol, index) => symbol === other[index]);
}
