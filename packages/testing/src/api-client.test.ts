import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { apiClient } from './api-client.ts';

type Answer = readonly [status: number, body: object];

/** Serves the answers one after the other, and records the requests. */
async function serve(...answers: Answer[]) {
  const requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    bodies.push(await text(request));
    const [status, body] = answers.shift() ?? [500, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests, bodies };
}

it('sends the token and a JSON body', async () => {
  const { url, requests, bodies } = await serve([200, { total: 1 }]);
  expect(await apiClient(url, 'secret').call('PATCH', '/stocks/AAPL', { notes: 'x' })).toEqual({ total: 1 });
  expect(requests[0]).toMatchObject({ method: 'PATCH', url: '/api/stocks/AAPL' });
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
  expect(bodies).toEqual(['{"notes":"x"}']);
});

it('throws an error with the response when a call fails', async () => {
  const { url } = await serve([404, { error: 'Not found' }]);
  await expect(apiClient(url).call('GET', '/stocks/X')).rejects.toThrow(
    'GET /stocks/X: 404 {"error":"Not found"}',
  );
});

it.each([
  [{ data: { task_id: 'a' } }, '/api/stocks/tasks/a'],
  [{ task_id: 'b' }, '/api/indicators/task/b'],
])('waits until the task of %j has succeeded', async (started, taskUrl) => {
  const success = { status: 'SUCCESS', message: 'Done' };
  const { url, requests } = await serve([202, started], [200, { status: 'PENDING' }], [200, success]);
  expect(await apiClient(url).runTask('/any')).toEqual(success);
  expect(requests.map((request) => request.url)).toEqual(['/api/any', taskUrl, taskUrl]);
});

it.each<[string, Answer[], RegExp]>([
  [
    'fails',
    [
      [202, { task_id: 'a' }],
      [200, { status: 'FAILURE', message: 'No data' }],
    ],
    /^POST \/any: No data$/,
  ],
  [
    'cannot be read',
    [
      [202, { task_id: 'a' }],
      [404, {}],
    ],
    /^GET \/indicators\/task\/a: 404/,
  ],
  ['is missing', [[200, { data: { task_id: null } }]], /^POST \/any started no task/],
])('throws when the task %s', async (_, answers, message) => {
  const { url } = await serve(...answers);
  await expect(apiClient(url).runTask('/any')).rejects.toThrow(message);
});
