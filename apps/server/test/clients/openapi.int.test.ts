import { restOperations } from '@stockbook/api';
import { openApiDocument, toOpenApi30 } from '@stockbook/api/openapi';
import { describe, expect, it } from 'vitest';
import { assertValidJson, type Described, document, type Operation, resolve } from '../support/contract.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

interface FullOperation extends Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
}

const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: operation as FullOperation,
  })),
);

describe('the OpenAPI document', () => {
  it('serves the OpenAPI document unchanged', async () => {
    const response = await harness().inject({ method: 'GET', url: '/api/openapi.json' });
    const body = response.json();
    expect(body).toEqual(document);
    expect(body.openapi).toBe('3.1.0');
  });

  it('serves the document in OpenAPI 3.0, too', async () => {
    const response = await harness().inject({ method: 'GET', url: '/api/openapi-3.0.json' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(toOpenApi30(openApiDocument()))));
  });

  it.each(['openapi', 'openapi-3.0'])('answers 304 while the document has not changed: %s', async (name) => {
    const url = `/api/${name}.json`;
    const { headers } = await harness().inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ 'cache-control': 'public, no-cache', 'content-encoding': 'gzip' });
    const etag = String(headers.etag);
    const again = await harness().inject({ url, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const other = await harness().inject({ url, headers: { 'if-none-match': 'W/"other"' } });
    expect([other.statusCode, other.headers.etag]).toEqual([200, etag]);
  });

  it('gives every response of an operation one media type', () => {
    for (const { operation } of described) {
      for (const response of Object.values(operation.responses)) {
        expect(Object.keys(resolve<Described>(response).content ?? {}).length).toBeLessThan(2);
      }
    }
  });

  it('describes every operation with a summary, one known tag and a unique camelCase operationId', () => {
    const tags = new Set((openApiDocument().tags ?? []).map(({ name }) => name));
    for (const { operation } of described) {
      expect(operation.summary).toEqual(expect.any(String));
      expect(operation.tags).toHaveLength(1);
      expect(tags).toContain(operation.tags?.[0]);
      expect(operation.operationId).toMatch(/^[a-z][a-zA-Z]+$/);
    }
    const names = described.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('requires a token and describes 401 for exactly the protected procedures', () => {
    const guarded = restOperations().filter(({ isPublic }) => !isPublic);
    const secured = described.filter(({ operation }) => operation.security?.length);
    expect(secured.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      guarded.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort(),
    );
    for (const { operation } of secured) expect(Object.keys(operation.responses)).toContain('401');
  });

  it('describes 405, 429, 503 and other errors for every operation, with one schema for all errors', () => {
    for (const { operation } of described) {
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(expect.arrayContaining(['405', '429', '503', 'default']));
      for (const status of statuses.filter((code) => code === 'default' || Number(code) >= 400)) {
        const { content } = resolve<Described>(operation.responses[status] ?? {});
        expect(JSON.stringify(content?.['application/json']?.schema)).toContain(
          '#/components/schemas/ApiError',
        );
      }
    }
  });

  it('contains an example for every body that matches its schema', () => {
    let checkedCount = 0;
    for (const { operation } of described) {
      const parts = [operation.requestBody ?? {}, ...Object.values(operation.responses)];
      for (const part of parts) {
        const { content = {} } = resolve<Described>(part);
        const { schema, example } = content['application/json'] ?? {};
        if (!schema) continue;
        expect(example).toBeDefined();
        assertValidJson(schema, example);
        checkedCount += 1;
      }
    }
    expect(checkedCount).toBeGreaterThan(100);
  });

  it('contains success examples that belong to their status', () => {
    for (const { name, method, path, statuses, statusOf } of restOperations()) {
      for (const status of statuses) {
        const response = document.paths[path]?.[method.toLowerCase()]?.responses[status] ?? {};
        const { example } = response.content?.['application/json'] ?? {};
        expect([name, statusOf(Object(example))]).toEqual([name, status]);
      }
    }
  });

  it.each([
    ['IndicatorCalculation', { ta_indicator: 'RSI' }],
    ['IndicatorCalculation', { stock_symbol: null, ta_indicator: 'RSI' }],
    ['StockPreferences', {}],
    ['Renewal', { refresh_token: 'x'.repeat(513) }],
  ])('rejects an invalid %s, as the server does', (name, body) => {
    expect(() => assertValidJson({ $ref: `#/components/schemas/${name}` }, body)).toThrow('not as described');
  });

  it('names the schema of every body', () => {
    for (const { operation } of described) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema) expect(schema).toHaveProperty('$ref');
    }
  });
});

describe('assertValidJson', () => {
  it('rejects values that the document does not describe', () => {
    const message = { $ref: '#/components/schemas/Message' };
    expect(() => assertValidJson(message, { message: 'x' })).not.toThrow();
    expect(() => assertValidJson(message, { message: 'x', more: 1 })).toThrow('additional properties');
    expect(() => assertValidJson(message, {})).toThrow("must have required property 'message'");
    expect(() => assertValidJson({ $ref: '#/components/schemas/Bar' }, { date: '2024-02-30' })).toThrow(
      'format "date"',
    );
  });
});

describe('the reference page', () => {
  it('works offline and under the content security policy', async () => {
    const page = await harness().inject({ method: 'GET', url: '/api/docs' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=|https?:/);
    const linked = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(linked.length).toBeGreaterThan(3);
    for (const url of linked) {
      const asset = await harness().inject({ method: 'GET', url });
      expect([url, asset.statusCode]).toEqual([url, 200]);
    }
    expect((await harness().inject({ method: 'GET', url: '/api/docs/' })).statusCode).toBe(200);
    expect((await harness().inject({ method: 'GET', url: '/api/docs/package.json' })).statusCode).toBe(404);
  });
});
