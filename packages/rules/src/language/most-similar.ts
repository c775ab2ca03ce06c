/** The first of the most similar candidates: at most one character or a third of them differ, and never all. */
export function mostSimilar(name: string, candidates: readonly string[]): string | undefined {
  let closest: string | undefined;
  let closestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const maxDistance = Math.min(Math.max(1, Math.floor(candidate.length / 3)), name.length - 1);
    // At least the difference of the lengths: a name of 2,000 characters is compared with no candidate.
    if (Math.abs(name.length - candidate.length) > maxDistance) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= maxDistance && distance < closestDistance) {
      closest = candidate;
      closestDistance = distance;
    }
  }
  return closest;
}

/** How many characters to insert, delete, replace or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  const at = (line: readonly number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isEqual = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + (isEqual ? 0 : 1),
          isSwapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}
