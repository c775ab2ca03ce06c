import { damagedAtLine, endsTooEarly, forbiddenContent } from '../move-in-error.ts';

/** @throws MoveInError if the bytes are not UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw forbiddenContent();
  }
}

/**
 * Parses JSON with numbers as their texts: a double would lose digits.
 * @param firstLine number of the line in which the text begins
 * @throws MoveInError
 */
export function parseJson(json: string, firstLine = 1): unknown {
  try {
    return JSON.parse(json, (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
  } catch (error) {
    // The stack ends within structures that no export has.
    if (error instanceof RangeError) throw forbiddenContent();
    const message = error instanceof Error ? error.message : '';
    if (/end of JSON|Unterminated/.test(message)) throw endsTooEarly();
    throw damagedAtLine(firstLine - 1 + lineOfError(json, message));
  }
}

/** The line of an error that names a line, a position, or the text around it. */
function lineOfError(json: string, message: string): number {
  const [, line, position] = /line (\d+)|position (\d+)/.exec(message) ?? [];
  if (line !== undefined) return Number(line);
  const [, around = ''] = /, (?:\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const index = position === undefined ? json.indexOf(around) : Number(position);
  return json.slice(0, Math.max(0, index)).split('\n').length;
}
