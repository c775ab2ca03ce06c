import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { findNewerVersion, UpdateCheckError } from './newest-version.ts';
import { createUpdateCheck } from './update-check.ts';

/** Serves one answer, and records the requests. */
async function serve(body: string, status = 200) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/newest`, requests };
}

it.each([
  ['{"tag_name":"v0.2.0"}', '0.2.0'],
  ['{"tag_name":"0.10.0","name":"Stockbook"}', '0.10.0'],
  ['{"name":"stockbook","version":"1.0.0"}', '1.0.0'],
  ['{"tag_name":"v0.1.9"}', null],
  ['{"version":"0.1.8"}', null],
])('reads %s as a newer version than 0.1.9: %j', async (body, newer) => {
  const { url, requests } = await serve(body);
  expect(await findNewerVersion(url, '0.1.9')).toBe(newer);
  expect(requests.map(({ method, headers }) => [method, headers['user-agent'], headers.cookie])).toEqual([
    ['GET', 'stockbook/0.1.9', undefined],
  ]);
});

it.each([
  ['{}', 200, 'its answer has no tag_name or version like 1.2.3'],
  ['{"tag_name":"newest\\n"}', 200, 'its answer has no tag_name or version like 1.2.3'],
  ['<html>', 200, 'its answer is no JSON'],
  ['{"tag_name":"v0.2.0"}', 404, 'status 404'],
])('names the reason when the answer is %s with status %i', async (body, status, message) => {
  const { url } = await serve(body, status);
  await expect(findNewerVersion(url, '0.1.0')).rejects.toThrow(new UpdateCheckError(message));
});

it('names the reason if the address does not answer', async () => {
  await expect(findNewerVersion('http://127.0.0.1:1/', '0.1.0')).rejects.toThrow(
    new UpdateCheckError('no answer'),
  );
});

it.each([
  ['{"tag_name":"v0.2.0"}', '0.2.0', ['Stockbook 0.2.0 is available: this is 0.1.0']],
  ['{"tag_name":"v0.1.0"}', null, []],
  ['{}', null, ['UPDATE_CHECK has not found the newest version']],
])(
  'stores the newer version after the answer %s: %j, and writes to the log %j',
  async (body, newer, messages) => {
    const { url } = await serve(body);
    const lines: string[] = [];
    const log = pino({}, { write: (line) => lines.push(line) });
    const check = createUpdateCheck(url, '0.1.0', log);
    await check.start()();
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(messages);
    expect(check.newerVersion()).toBe(newer);
  },
);
