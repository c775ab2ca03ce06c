import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { toOpenApi30 } from './openapi-3.0.ts';

const document = openApiDocument();

const redoclyRules = {
  // `/stocks/tasks/{taskId}` beside `/stocks/{symbol}/info`: the paths are specified, and no task has the id `info`.
  'no-ambiguous-paths': 'off',
} as const;

/** A self-hosted server has no contact that the document could name. */
const spectralRules = { 'info-contact': 'off' } as const;

describe.each([
  ['3.1', document],
  ['3.0', toOpenApi30(document)],
])('the OpenAPI %s document', { timeout: 60_000 }, (_, linted) => {
  it('has no errors and no warnings in Redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'], rules: redoclyRules });
    const problems = await lintFromString({ source: JSON.stringify(linted), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('has no errors and no warnings in Spectral’s rules for OpenAPI', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset(new spectral.Ruleset({ extends: [[oas, 'recommended']], rules: spectralRules }));
    const problems = await linter.run(JSON.parse(JSON.stringify(linted)));
    expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
  });
});
