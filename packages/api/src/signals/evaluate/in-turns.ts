/**
 * The first rule or strategy of each user, then the second of each, and so on. Those that have waited longest come first,
 * so that none is late night after night.
 */
export function inTurns<Watcher extends { readonly userId: string; readonly evaluatedTo: string | null }>(
  watchers: readonly Watcher[],
): Watcher[] {
  const byWait = watchers.toSorted((one, other) =>
    (one.evaluatedTo ?? '').localeCompare(other.evaluatedTo ?? ''),
  );
  return [...Map.groupBy(byWait, ({ userId }) => userId).values()]
    .flatMap((ofUser) => ofUser.map((watcher, turn) => ({ watcher, turn })))
    .sort((one, other) => one.turn - other.turn)
    .map(({ watcher }) => watcher);
}
