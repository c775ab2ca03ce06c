import { fieldOf, partsOf } from '../../json-parts.ts';

/**
 * Separates the list `bars` of a JSON object, whose text a calculation thread parses: a large one would hold the event
 * loop.
 * @returns the object without it, and its text; null if there is none
 * @throws SyntaxError if the text is not a JSON object
 */
export function takeBars(text: string): { rest: string; bars: string | null } {
  const fields: string[] = [];
  let bars: string | null = null;
  for (const part of partsOf(text)) {
    const [name, value] = fieldOf(part);
    if (name === 'bars' && value.startsWith('[')) bars = value;
    else fields.push(part);
  }
  return { rest: `{${fields.join(',')}}`, bars };
}
