/**
 * The order of a list with stocks that have left it: each stands behind the stock that it stood behind, or first.
 * @param present the stocks on the list now
 * @param before the list as it was
 * @param missing the stocks to put back, of which those on the list before count
 */
export function putBack(
  present: readonly string[],
  before: readonly string[],
  missing: readonly string[],
): string[] {
  const order = [...present];
  let place = 0;
  for (const symbol of before) {
    const index = order.indexOf(symbol);
    if (index >= 0) place = index + 1;
    else if (missing.includes(symbol)) {
      order.splice(place, 0, symbol);
      place += 1;
    }
  }
  return order;
}
