/** A word of a text, with its place in UTF-16 units. */
export interface Word {
  /** As it is compared: lower-cased, in one Unicode form. */
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

const pattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Lower-cases by Unicode: the locale of the database may know ASCII only. */
const keyOf = (word: string) => word.normalize('NFC').toLowerCase().normalize('NFC');

/** The words of a text: letters and digits without what stands between them. */
function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({
    key: keyOf(word),
    offset: index,
    length: word.length,
  }));
}

/** The lower-cased words of a text, each once. */
export const distinctWords = (text: string): string[] => [...new Set(wordsOf(text).map(({ key }) => key))];

/** A word of a search. */
export interface Term {
  readonly word: string;
  /** Whether the beginning of a word suffices: the last word may still be written. */
  readonly isPrefix: boolean;
}

/** Reads a search: every word is searched for, and the last one as the beginning of a word. */
export function termsOf(search: string): Term[] {
  const words = wordsOf(search).map(({ key }) => key);
  const last = words.pop();
  const whole = [...new Set(words)].map((word) => ({ word, isPrefix: false }));
  return last === undefined ? [] : [...whole, { word: last, isPrefix: true }];
}

export function matches({ word, isPrefix }: Term, key: string): boolean {
  return isPrefix ? key.startsWith(word) : key === word;
}

/** The places of the words of a text that a search has found, ascending. */
export function highlightsIn(text: string, terms: readonly Term[]): { offset: number; length: number }[] {
  return wordsOf(text)
    .filter(({ key }) => terms.some((term) => matches(term, key)))
    .map(({ offset, length }) => ({ offset, length }));
}
