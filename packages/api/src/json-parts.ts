const codes = {
  quote: 34,
  comma: 44,
  bracket: 91,
  backslash: 92,
  closingBracket: 93,
  brace: 123,
  closingBrace: 125,
};

const isOpening = (code: number) => code === codes.bracket || code === codes.brace;
const isClosing = (code: number) => code === codes.closingBracket || code === codes.closingBrace;

/** The position of the quote that closes the string which begins at `start`; the end of the text without one. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) return at;
    if (code === codes.backslash) at += 1;
  }
  return text.length;
}

/**
 * Splits a JSON list or object into the texts between its commas, one after the other: a caller can stop, and parse
 * each text in a turn of its own. What the texts contain is not checked.
 * @throws SyntaxError if the text is no list or object, or is cut off, or something follows it
 */
export function* partsOf(text: string): Generator<string> {
  let [depth, start] = [0, 0];
  let at = text.length - text.trimStart().length;
  if (!isOpening(text.charCodeAt(at))) throw new SyntaxError('The JSON text is no list and no object');
  do {
    const code = text.charCodeAt(at);
    if (code === codes.quote) at = endOfString(text, at);
    else if (isOpening(code)) {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (isClosing(code)) depth -= 1;
    else if (code === codes.comma && depth === 1) {
      yield text.slice(start, at);
      start = at + 1;
    }
    at += 1;
  } while (depth > 0 && at < text.length);
  if (depth > 0 || text.slice(at).trim() !== '') throw new SyntaxError('The JSON text is cut off');
  const last = text.slice(start, at - 1);
  if (last.trim() !== '') yield last;
}

/**
 * Splits a field of a JSON object, as `partsOf` returns it, into its name and the text of its value.
 * @throws SyntaxError if the text is not a field
 */
export function fieldOf(text: string): [name: string, value: string] {
  const field = text.trim();
  const end = field.startsWith('"') ? endOfString(field, 0) + 1 : 0;
  const value = field.slice(end).trimStart();
  if (!value.startsWith(':')) throw new SyntaxError('A field has no value');
  return [JSON.parse(field.slice(0, end)), value.slice(1).trim()];
}

/** Why a large body with more values is rejected. */
export const tooManyValues = (maximum: number) =>
  `A body larger than 64 KiB can have at most ${maximum.toLocaleString('en-US')} values`;

/** Whether a JSON text has more than `maximum` commas and opening brackets. Much faster than parsing it. */
export function hasMoreParts(text: string, maximum: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count <= maximum; at += 1) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) at = endOfString(text, at);
    else if (code === codes.comma || isOpening(code)) count += 1;
  }
  return count > maximum;
}
