import { expect, it } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

it('names a newer version only if one was found', async () => {
  expect((await harness().rest('GET', '/version')).body).not.toHaveProperty('newer_version');
  const { services, log } = harness();
  const outdated = await buildApp(
    { ...services, newerVersion: () => '99.0.0' },
    { log, trustProxy: false, corsOrigins: [], rateLimitPerMinute: 1_000_000 },
  );
  const answer = await outdated.inject({ url: '/api/version' });
  await outdated.close();
  expect(answer.json()).toMatchObject({ version: services.version, newer_version: '99.0.0' });
});
