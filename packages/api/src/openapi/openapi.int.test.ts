import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

it('equals docs/openapi.json (update it by `pnpm openapi`)', () => {
  const copy = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
  expect(JSON.parse(JSON.stringify(openApiDocument()))).toEqual(JSON.parse(copy));
});
