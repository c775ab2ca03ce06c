import { writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';
import { toOpenApi30 } from './openapi-3.0.ts';

/** `npm run openapi` writes these files; `openapi.int.test.ts` fails if they differ from the router. */
const docs = new URL('../../../../docs/', import.meta.url);

const document = openApiDocument();
for (const [name, content] of Object.entries({ openapi: document, 'openapi-3.0': toOpenApi30(document) })) {
  writeFileSync(new URL(`${name}.json`, docs), `${JSON.stringify(content, null, 2)}\n`);
}
