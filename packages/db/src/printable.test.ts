import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it.each([
  ['Zoë 💡', 'Zoë 💡'],
  ['\u001b[2Jgone', '\\u{1b}[2Jgone'],
  ['one\r\ntwo\tthree', 'one\\u{d}\\u{a}two\\u{9}three'],
  ['evil\u202Egpj.exe', 'evil\\u{202e}gpj.exe'],
  ['a\u2028b\u2029c\u0085d\u200be\u{e0041}', 'a\\u{2028}b\\u{2029}c\\u{85}d\\u{200b}e\\u{e0041}'],
])('escapes control and format characters in %j', (text, escaped) => {
  expect(printable(text)).toBe(escaped);
});
