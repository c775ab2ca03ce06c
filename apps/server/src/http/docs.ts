import { openApiDocument } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

/** The machine-readable contract. */
export async function docs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  app.get('/openapi.json', () => document);
}
