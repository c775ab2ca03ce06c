/** A clock that runs, and that a test moves forward. */
export function movingClock() {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    forward(minutes: number) {
      aheadMs += minutes * 60_000;
    },
  };
}
