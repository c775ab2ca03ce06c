import { writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';

/** `pnpm openapi` writes this file; `openapi.int.test.ts` fails if it differs from the router. */
const target = new URL('../../../../docs/openapi.json', import.meta.url);

writeFileSync(target, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
