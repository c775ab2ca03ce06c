/** Milliseconds by which the clock of the server is ahead of the browser's. */
let offsetMs = 0;

/** Reads the clock of the server from the `date` header of a response; null if it has none. */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) offsetMs = time - Date.now();
}

/** The time by the clock of the server, in milliseconds since 1970: ages of prices never depend on the browser's. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
