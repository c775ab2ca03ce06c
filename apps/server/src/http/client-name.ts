/** Browsers by a word of their `user-agent`; before those whose word they also contain. */
const browsers = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const;

/** Systems likewise. */
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * Names the program and the system of a client: `Firefox on Linux`, or `curl`. For people; anyone can send anything.
 */
export function clientName(userAgent = ''): string {
  const nameIn = (list: typeof browsers | typeof systems) =>
    list.find(([, word]) => word.test(userAgent))?.[0];
  const [product] = userAgent.match(/^[A-Za-z][\w.-]{0,39}/) ?? [];
  const program = nameIn(browsers) ?? (product === 'Mozilla' ? undefined : product) ?? 'Unknown program';
  const system = nameIn(systems);
  return system === undefined ? program : `${program} on ${system}`;
}
