import { z } from 'zod';
import { isStorable } from './primitives.ts';

/** Levels. No real rule set is deeper, and recursive JSON readers fail on deep nesting. */
const maxDepth = 32;

function findKeyProblem(key: string): string | null {
  if (key === '__proto__') return 'must not have a field named __proto__';
  return isStorable(key) ? null : 'contains characters that cannot be stored';
}

function findScalarProblem(value: unknown): string | null {
  if (typeof value === 'string' && !isStorable(value)) return 'contains characters that cannot be stored';
  if (typeof value !== 'number') return null;
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact ? null : 'contains a number too large to be kept exactly: send it as text';
}

/** Returns why a JSON value could not be stored exactly, or null. Iterative: deep input must not overflow the stack. */
function findProblem(root: object): string | null {
  const pending: { value: object; depth: number }[] = [{ value: root, depth: 1 }];
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    if (entry.depth > maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
    for (const [key, value] of Object.entries(entry.value)) {
      const problem = (Array.isArray(entry.value) ? null : findKeyProblem(key)) ?? findScalarProblem(value);
      if (problem) return problem;
      if (typeof value === 'object' && value !== null) pending.push({ value, depth: entry.depth + 1 });
    }
  }
  return null;
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Schema of a free-form object that is stored as JSON. Rejects what could not be read back unchanged: text that
 * PostgreSQL cannot store, whole numbers that a double cannot represent exactly, and the key `__proto__`.
 * @param label start of each error message
 */
export function jsonObject(label: string) {
  return z
    .custom<Record<string, unknown>>((value) => isObject(value) && findProblem(value) === null, {
      error: ({ input }) => `${label} ${isObject(input) ? findProblem(input) : 'must be an object'}`,
    })
    .meta({ type: 'object', additionalProperties: true });
}
