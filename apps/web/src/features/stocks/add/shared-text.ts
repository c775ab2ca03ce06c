import { isinIn } from './symbol-field.tsx';

/** The page of a symbol at Yahoo Finance and others. */
const quoteAddress = /\/quotes?\/([^/?#\s]+)/i;
const symbol = /^[A-Z0-9.^=&-]{1,20}$/;
/** Names of numbers, which brokers write before them. */
const numberNames: readonly string[] = ['ISIN', 'WKN'];

/** A word without the punctuation around it. */
function bare(word: string): string {
  return word.replace(/^[("'“‘[]+|[)"'”’\],.;:!?]+$/g, '');
}

function symbolOfAddress(text: string): string | null {
  const encoded = quoteAddress.exec(text)?.[1];
  if (encoded === undefined) return null;
  try {
    const found = decodeURIComponent(encoded).toUpperCase();
    return symbol.test(found) ? found : null;
  } catch {
    // A broken percent-encoding.
    return null;
  }
}

function symbolOfWord(word: string): string | null {
  const isMarked = word.startsWith('$');
  const written = bare(isMarked ? word.slice(1) : word);
  const found = isMarked ? written.toUpperCase() : written;
  if (isinIn(found) !== null) return found;
  if (!isMarked && numberNames.includes(found)) return null;
  // A word without a letter is a price or a year.
  return symbol.test(found) && /[A-Z]/.test(found) ? found : null;
}

/**
 * The symbol or ISIN in a text that another program shares: of a quote's address, else the first word that is one, in
 * capitals or after `$`. Null without one.
 */
export function symbolInShared(text: string): string | null {
  const ofAddress = symbolOfAddress(text);
  if (ofAddress !== null) return ofAddress;
  for (const word of text.split(/\s+/)) {
    const found = /^https?:/.test(word) ? null : symbolOfWord(word);
    if (found !== null) return found;
  }
  return null;
}
