/** A screen in progress. */
export interface ScreenRun {
  readonly name: string;
  /** Screens in the same slot follow one another. */
  readonly slot: number;
  /** Whether a newer screen of the same name has begun. */
  isReplaced: boolean;
}

/** Screens of a user at a time, of different names. */
const slots = [0, 1];

/** By user, in this process. */
const inProgress = new Map<string, ScreenRun[]>();

/** Begins a screen of a user, and ends the one of the same name. Pass it to `endScreen`. */
export function beginScreen(userId: string, name: string): ScreenRun {
  const others = inProgress.get(userId) ?? [];
  const previous = others.find((run) => run.name === name && !run.isReplaced);
  if (previous) previous.isReplaced = true;
  const free = slots.find((slot) => others.every((run) => run.slot !== slot));
  const run = { name, slot: previous?.slot ?? free ?? 0, isReplaced: false };
  inProgress.set(userId, [...others, run]);
  return run;
}

export function endScreen(userId: string, run: ScreenRun): void {
  const others = (inProgress.get(userId) ?? []).filter((other) => other !== run);
  if (others.length > 0) inProgress.set(userId, others);
  else inProgress.delete(userId);
}
