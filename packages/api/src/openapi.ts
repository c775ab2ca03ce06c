import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import { appRouter } from './router.ts';

/** The REST paths as OpenAPI 3.1, made of the same procedures that answer them. */
export function openApiDocument(): OpenAPIObject {
  return generateOpenApiDocument(appRouter, {
    title: 'Stockbook API',
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: '/api',
    description: 'Watch list, price bars and technical indicators of a self-hosted Stockbook.',
  });
}
