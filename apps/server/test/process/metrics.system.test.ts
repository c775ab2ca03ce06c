import { enqueueDueRefreshes } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { startYahooMockServer } from '@stockbook/market-data/testing';
import { freePort } from '@stockbook/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveMetrics } from '../../src/telemetry/metrics-server.ts';
import { Harness, useHarness } from '../support/harness.ts';

const harness = useHarness();

describe('the metrics', () => {
  it('serves the metrics of requests, jobs, tasks, provider and pool on a separate port', async () => {
    const { token } = await harness().signUp();
    for (const symbol of ['AAPL', 'XYZ']) await harness().addStock(token, symbol);
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
      'stockbook_job_duration_seconds_count{job="add-stock",outcome="failed"} 1',
      '# TYPE stockbook_tasks gauge',
      'stockbook_provider_call_duration_seconds_count{provider="simulated",operation="history",outcome="ok"} 1',
      'stockbook_database_connections{state="waiting"} 0',
      'stockbook_database_up 1',
      'stockbook_database_writable 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('distinguishes jobs that succeed, wait, fail and are handed back', async () => {
    const mockServer = await startYahooMockServer();
    onTestFinished(() => mockServer.close());
    const own = await Harness.start({ MARKET_DATA: 'yahoo', YAHOO_URL: mockServer.url });
    const { token } = await own.signUp();
    await own.addStock(token, 'AAPL');
    mockServer.behave('rate-limited', { retryAfter: '1', times: 1 });
    await own.refresh(token, 'AAPL');
    mockServer.behave('delisted', { times: 1 });
    await sql`update stock set refresh_due_at = now() - interval '1 second'`.execute(
      own.services.database.fork().getKysely(),
    );
    await enqueueDueRefreshes(own.services);
    const counts = async () => {
      const text = await own.metrics.registry.getSingleMetricAsString('stockbook_job_duration_seconds');
      return text.split('\n').filter((line) => /_count\{job=".+-stock"/.test(line));
    };
    await expect
      .poll(counts)
      .toContain('stockbook_job_duration_seconds_count{job="refresh-scheduled-stock",outcome="failed"} 1');

    mockServer.behave('hang');
    const requestCount = mockServer.requests.length;
    await own.rest('POST', '/stocks/AAPL/refresh', { token });
    await expect.poll(() => mockServer.requests.length).toBeGreaterThan(requestCount);
    await own.stop();
    expect(await counts()).toEqual(
      [
        '{job="add-stock",outcome="ok"} 1',
        '{job="refresh-stock",outcome="waiting"} 1',
        '{job="refresh-stock",outcome="ok"} 1',
        '{job="refresh-scheduled-stock",outcome="failed"} 1',
        '{job="refresh-stock",outcome="handed_back"} 1',
      ].map((line) => `stockbook_job_duration_seconds_count${line}`),
    );
  });

  it('serves no metrics on the public port', async () => {
    const { body } = await harness().inject({ method: 'GET', url: '/metrics' });
    expect(body).not.toContain('stockbook_');
    expect((await harness().rest('GET', '/metrics')).status).toBe(404);
  });
});
