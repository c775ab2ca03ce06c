import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { serveMetrics } from '../src/metrics-server.ts';
import { useHarness } from './harness.ts';

const harness = useHarness();

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

describe('the measurements', () => {
  it('are served on a port of their own, and tell of requests, jobs, tasks, provider, pool', async () => {
    const { token } = await harness().signUp();
    await harness().addStock(token, 'AAPL');
    await harness().rest('GET', '/auth/me');
    const port = await freePort();
    const stop = await serveMetrics(harness().metrics, { port, host: '127.0.0.1' });
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await response.text();
    const elsewhere = await fetch(`http://127.0.0.1:${port}/`);
    await stop();
    expect([response.status, elsewhere.status]).toEqual([200, 404]);
    for (const line of [
      'stockbook_operation_duration_seconds_count{operation="auth.register",code="OK"} 1',
      'stockbook_operation_duration_seconds_count{operation="auth.me",code="UNAUTHORIZED"} 1',
      'stockbook_job_duration_seconds_count{job="add-stock",outcome="ok"} 1',
      'stockbook_tasks{kind="add-stock",status="SUCCESS"} 1',
      'stockbook_provider_call_duration_seconds_count{provider="simulated",operation="history",outcome="ok"} 1',
      'stockbook_database_connections{state="waiting"} 0',
      'stockbook_database_up 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('are not on the port of the program', async () => {
    const { body } = await harness().app.inject({ method: 'GET', url: '/metrics' });
    expect(body).not.toContain('stockbook_');
    expect((await harness().rest('GET', '/metrics')).status).toBe(404);
  });
});
