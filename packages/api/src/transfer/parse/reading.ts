import type { z } from 'zod';
import { toAppError } from '../../errors.ts';
import { codePoints, isStorable, requiredName } from '../../primitives.ts';
import { assertCount } from './assert-count.ts';
import type { ParsedItem } from './read-entry.ts';
import { maxEntryLength } from './split-account.ts';

/** The longest message of an entry: keys of the file are part of some. */
const maxMessageLength = 500;

/** Rejected entries, each a line of the preview: a file has few, unless it is none. */
const maxRejected = 1_000;

/** Work in small steps, between which other requests have their turns. */
export type Steps<Result> = Generator<undefined, Result>;

export type RejectedItem = Extract<ParsedItem, { message: string }>;

export interface Reading {
  /** @throws AppError BAD_REQUEST if there are too many */
  reject(line: RejectedItem): ParsedItem;
}

export function startReading(): Reading {
  let rejectedCount = 0;
  return {
    reject(line) {
      rejectedCount += 1;
      assertCount(rejectedCount, maxRejected, 'entries that cannot be imported');
      return line;
    },
  };
}

/** Null for an entry that is too long to be valid. */
export function parseEntry(json: string): unknown {
  return json.length > maxEntryLength ? null : JSON.parse(json);
}

const maxNameLength = 2_000;
const nameSchema = requiredName('Name', maxNameLength);

/** The name of an entry that may not be valid; null without one that can be shown. */
export function nameOf(value: unknown, field: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  return nameSchema.safeParse(new Map(Object.entries(value)).get(field)).data ?? null;
}

export function messageOf(error: z.ZodError): string {
  const { message } = toAppError(error);
  return isStorable(message) && codePoints(message) <= maxMessageLength ? message : 'The entry is not valid';
}
