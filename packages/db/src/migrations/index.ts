import { FirstSchema } from './0001-first-schema.ts';

/** Every step of the schema, oldest first. A step that has been released is never edited. */
export const migrations = [{ name: '0001-first-schema', class: FirstSchema }];
