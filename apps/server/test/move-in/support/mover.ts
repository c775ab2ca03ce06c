import { moveReport } from '@stockbook/api/schemas';
import { expect } from 'vitest';
import type { Harness } from '../../support/harness.ts';

/** Calls of one user about moves. */
export async function moverOf(program: Harness, token?: string) {
  const own = token ?? (await program.signUp()).token;
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    program.rest(method, path, { token: own, ...(body && { body }) });
  const taskOf = (id: unknown) => program.waitForTask(`/portfolios/task/${id}`, own);
  const start = (text: string | Buffer, more: object = {}) => {
    const data = Buffer.from(text).toString('base64');
    return send('POST', '/portfolios/move-in', { files: [{ name: 'file.xml', data }], ...more });
  };
  return {
    token: own,
    send,
    start,
    taskOf,
    /** Sends a file, and waits until it has been read. */
    async read(text: string | Buffer, more: object = {}) {
      const started = await start(text, more);
      expect(started).toMatchObject({ status: 202, body: { message: 'Reading the file' } });
      return { id: String(started.body.move_id), task: await taskOf(started.body.task_id) };
    },
    async report(id: string) {
      const { status, body } = await send('GET', `/portfolios/move-in/${id}`);
      expect(status).toBe(200);
      return moveReport.parse(body);
    },
    /** Commits a move, and waits until its task has ended. */
    async commit(id: string, body: object = {}) {
      const committed = await send('POST', `/portfolios/move-in/${id}/commit`, body);
      expect(committed).toMatchObject({ status: 202, body: { message: 'Moving in' } });
      return taskOf(committed.body.task_id);
    },
  };
}
