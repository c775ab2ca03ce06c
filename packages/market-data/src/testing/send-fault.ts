import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ResponseFault } from './fault.ts';

const hugeBytes = 200_000_000;
const jsonType = { 'content-type': 'application/json;charset=utf-8' };

/** Sends a response with `fault`; `body` is the body of the response without it. */
export function sendFault(
  response: ServerResponse,
  fault: ResponseFault,
  body: string,
  retryAfter: string | undefined,
): void {
  switch (fault) {
    case 'delisted':
      sendChartError(response, 404, 'Not Found', 'No data found, symbol may be delisted');
      break;
    case 'no-prices':
      sendChartError(response, 400, 'Bad Request', "Data doesn't exist for startDate = 1, endDate = 2");
      break;
    case 'bad-request':
      response.writeHead(400, jsonType);
      response.end(
        '{"finance":{"result":null,"error":{"code":"Bad Request","description":"Invalid value"}}}',
      );
      break;
    case 'rate-limited':
      response.writeHead(429, {
        'content-type': 'text/plain',
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      });
      response.end('Too Many Requests\r\n');
      break;
    case 'server-error':
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal Server Error</h1>');
      break;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Yahoo is part of the Yahoo family of brands</title>');
      break;
    case 'other-json':
      response.writeHead(200, jsonType).end('{"spark":{"result":[{"symbol":"AAPL"}],"error":null}}');
      break;
    case 'cut-in-half':
      response.writeHead(200, { ...jsonType, 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      break;
    case 'hang':
      break;
    case 'drip':
      drip(response, body);
      break;
    case 'huge':
      response.writeHead(200, jsonType);
      Readable.from(hugeBody())
        .on('error', () => response.destroy())
        .pipe(response);
      break;
    case 'hang-up':
      response.destroy();
  }
}

function sendChartError(response: ServerResponse, status: number, code: string, description: string): void {
  response.writeHead(status, jsonType);
  response.end(JSON.stringify({ chart: { result: null, error: { code, description } } }));
}

function drip(response: ServerResponse, body: string): void {
  response.writeHead(200, jsonType);
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body[sent] ?? ' ');
    sent += 1;
  }, 1000);
  response.on('close', () => clearInterval(timer));
}

function* hugeBody(): Generator<string> {
  const chunk = '1234567890,'.repeat(10_000);
  yield '{"chart":{"result":[{"timestamp":[';
  for (let sent = 0; sent < hugeBytes; sent += chunk.length) yield chunk;
  yield '0]}]}}';
}
