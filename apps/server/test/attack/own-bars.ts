/** The maximum of prices in a request. */
export function ownBars() {
  const day = (index: number) => new Date(-600_000_000_000 + index * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: 20_000 }, (_, index) => ({ date: day(index), close: 1.5 }));
}
