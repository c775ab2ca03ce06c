import { createTemplateDatabase } from '@stockbook/db/testing/global-setup';
import type { TestProject } from 'vitest/node';
import { startHaproxy } from './haproxy.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startPrimary } from './postgres-server.ts';

/** Gives the tests databases of a PostgreSQL behind HAProxy behind PgBouncer. */
export default async function startProxiedPostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPrimary({
    // PgBouncer keeps connections that their clients have closed.
    max_connections: 1_000,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  });
  await createTemplateDatabase(postgres.url);
  const balancer = await startHaproxy(postgres);
  const pooler = await startPgBouncer(postgres, 'session', balancer.port);
  project.provide('postgresUrl', pooler.url);
  project.provide('superuserUrl', postgres.superuserUrl);
  return async () => {
    await pooler.remove();
    await balancer.remove();
    await postgres.remove();
  };
}
