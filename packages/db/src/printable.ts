/** Control and format characters, and line separators: in a terminal they overwrite, hide or reorder other text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text from outside on one line of the operator's terminal, with `\u{…}` in place of what would steer it. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
