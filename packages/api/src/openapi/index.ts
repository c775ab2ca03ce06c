export { openApiDocument } from './openapi.ts';
export { toOpenApi30 } from './openapi-3.0.ts';
