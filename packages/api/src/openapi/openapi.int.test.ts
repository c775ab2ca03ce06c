import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { toOpenApi30 } from './openapi-3.0.ts';

it.each([
  ['openapi', openApiDocument()],
  ['openapi-3.0', toOpenApi30(openApiDocument())],
])('equals docs/%s.json (update it by `pnpm openapi`)', (name, document) => {
  const copy = readFileSync(new URL(`../../../../docs/${name}.json`, import.meta.url), 'utf8');
  expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(copy));
});
