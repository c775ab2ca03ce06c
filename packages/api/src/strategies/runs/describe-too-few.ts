const grouped = (count: number) => count.toLocaleString('en-US');

/** Why a strategy cannot be simulated on a stock: `This strategy needs 201 bars, XYZ has 120`. */
export function describeTooFew(
  symbol: string,
  { neededBars, bars }: { readonly neededBars: number; readonly bars: number },
): string {
  return `This strategy needs ${grouped(neededBars)} bars, ${symbol} has ${grouped(bars)}`;
}
