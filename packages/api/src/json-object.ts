import { z } from 'zod';
import { isStorable } from './text.ts';

/** Deeper nesting is nobody's, and somewhere each reader of it would give up. */
const deepest = 32;

function refusalOfKey(key: string): string | null {
  if (key === '__proto__') return 'must not have a field named __proto__';
  return isStorable(key) ? null : 'contains characters that cannot be stored';
}

function refusalOfScalar(value: unknown): string | null {
  if (typeof value === 'string' && !isStorable(value)) return 'contains characters that cannot be stored';
  if (typeof value !== 'number') return null;
  const isKeptExactly = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isKeptExactly ? null : 'contains a number too large to be kept exactly: send it as text';
}

/** Why a JSON value would not read back equal, or null. Walks without recursion: depth is what it judges. */
function refusal(root: object): string | null {
  const waiting: { value: object; depth: number }[] = [{ value: root, depth: 1 }];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (entry.depth > deepest) return `must not be nested deeper than ${deepest} levels`;
    for (const [key, value] of Object.entries(entry.value)) {
      const reason = (Array.isArray(entry.value) ? null : refusalOfKey(key)) ?? refusalOfScalar(value);
      if (reason) return reason;
      if (typeof value === 'object' && value !== null) waiting.push({ value, depth: entry.depth + 1 });
    }
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object of a caller's own making that is kept as JSON. What would not read back equal is refused: text
 * PostgreSQL cannot keep, numbers beyond what a double keeps exactly, a field that would become a prototype.
 */
export function jsonObject(label: string) {
  return z
    .custom<Record<string, unknown>>((value) => isObject(value) && refusal(value) === null, {
      error: ({ input }) => `${label} ${isObject(input) ? refusal(input) : 'must be an object'}`,
    })
    .meta({ type: 'object', additionalProperties: true });
}
