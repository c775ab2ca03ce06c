import { expect } from 'vitest';
import type { Harness } from '../../support/harness.ts';

interface Line {
  readonly kind: string;
  readonly text: string;
  readonly symbol: string | null;
  readonly verdict: string;
  readonly message: string | null;
}

/** A new user who imports. */
export async function importer(on: Harness) {
  const { token } = await on.signUp();
  const get = async (path: string) => (await on.rest('GET', path, { token })).body;
  const post = (text: string, commit: boolean) =>
    on.rest('POST', '/stocks/import', { token, body: { text, commit } });
  return {
    token,
    item: (symbol: string) => get(`/stocks/${symbol}`),
    total: async () => (await get('/stocks')).total,
    async preview(text: string) {
      const { status, body } = await post(text, false);
      expect(status).toBe(200);
      return body as { lines: Line[]; new_stocks: number; restorable: number };
    },
    /** Imports a text and waits for the end. @returns its lines */
    async commit(text: string): Promise<Line[]> {
      const { status, body } = await post(text, true);
      expect(status).toBe(202);
      const ended = await on.waitForTask(`/stocks/import/${body.task_id}`, token);
      expect(ended.status).toBe('SUCCESS');
      return (ended.result as { lines: Line[] }).lines;
    },
  };
}

export const verdicts = (lines: readonly Line[]) => lines.map(({ text, verdict }) => [text, verdict]);
