/**
 * A clock that a test moves forward.
 * @param running milliseconds since 1970; by default it runs in between
 */
export function movingClock(running: () => number = Date.now) {
  let aheadMs = 0;
  return {
    now: () => new Date(running() + aheadMs),
    forward(minutes: number) {
      aheadMs += minutes * 60_000;
    },
  };
}
