import { fieldOf, partsOf } from '../../json-parts.ts';

interface Taken {
  /** The text of the object without the list. */
  readonly rest: string;
  /** The text of the list; null without a list. */
  readonly bars: string | null;
}

/**
 * Separates the list `bars` of a JSON object, whose text a calculation thread parses: a large one would hold the event
 * loop.
 * @throws SyntaxError if the text is not a JSON object
 */
export function takeBars(text: string): Taken {
  return takeOnlyList(text) ?? scanFields(text);
}

/**
 * For a text with one closing bracket, which is that of `bars`: searching for it takes a tenth of the time of a scan.
 * Null if a bracket may belong to something else, for example a string.
 */
function takeOnlyList(text: string): Taken | null {
  const [start, end] = [text.indexOf('['), text.indexOf(']')];
  if (start === -1 || end < start || text.lastIndexOf(']') !== end) return null;
  try {
    const { rest, bars } = scanFields(`${text.slice(0, start + 1)}${text.slice(end)}`);
    return bars === '[]' ? { rest, bars: text.slice(start, end + 1) } : null;
  } catch {
    return null;
  }
}

function scanFields(text: string): Taken {
  const fields: string[] = [];
  let bars: string | null = null;
  for (const part of partsOf(text)) {
    const [name, value] = fieldOf(part);
    if (name === 'bars' && value.startsWith('[')) bars = value;
    else fields.push(part);
  }
  return { rest: `{${fields.join(',')}}`, bars };
}
