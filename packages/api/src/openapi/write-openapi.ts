import { writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';

/** `pnpm openapi`: writes the reviewed copy of the contract, which a test compares with the router. */
const copy = new URL('../../../../docs/openapi.json', import.meta.url);

writeFileSync(copy, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
