import { AppError, type FieldType } from '@stockbook/api';
import type { FastifyRequest } from 'fastify';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts a query parameter whose text is valid JSON of the field's type; returns any other value unchanged. */
function readField(value: unknown, type: FieldType | undefined): unknown {
  // A list is a repeated parameter or a comma-separated one.
  if (type === 'array') return [value].flat().flatMap((text) => String(text).split(',').filter(Boolean));
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^(0|[1-9]\d{0,8})$/.test(value)) return Number(value);
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

function readQuery(query: unknown, types: ReadonlyMap<string, FieldType>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, readField(value, types.get(name))]),
  );
}

/** The procedure's input: body or query, overridden by path parameters. Some clients send a body with DELETE, too. */
export function readInput(
  { method, query, body, params }: FastifyRequest,
  fieldTypes: ReadonlyMap<string, FieldType>,
): Record<string, unknown> {
  const hasBody = method === 'POST' || method === 'PATCH' || (method === 'DELETE' && isObject(body));
  const fields = hasBody ? (body === undefined ? {} : body) : readQuery(query, fieldTypes);
  if (!isObject(fields)) throw new AppError('BAD_REQUEST', 'The body must be a JSON object');
  return { ...fields, ...(isObject(params) ? params : {}) };
}
