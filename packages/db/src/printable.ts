/** Control and format characters and line separators: a terminal overwrites, hides or reorders text on them. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Untrusted text for one line of the operator's terminal: unprintable characters are escaped as `\u{…}`. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
