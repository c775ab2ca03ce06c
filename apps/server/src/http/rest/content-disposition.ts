import type { OutputFile } from '@stockbook/api';

/** The header that makes a browser save the response as a file. Names of files have no quotes: they need no escape. */
export function contentDisposition({ name }: OutputFile, input: Readonly<Record<string, unknown>>): string {
  return `attachment; filename="${name(input)}"`;
}
