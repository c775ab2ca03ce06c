import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const deployed = (name: string) =>
  readFile(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

/** The expressions of the alert rules and of the dashboard, by title. */
async function expressions(): Promise<[title: string, expression: string][]> {
  const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(
    await deployed('alerts.yaml'),
  );
  const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
    await deployed('dashboard.json'),
  );
  return [
    ...alerts.groups.flatMap(({ rules }) =>
      rules.map(({ alert, expr }) => [alert, expr] as [string, string]),
    ),
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [title, expr] as [string, string]),
    ),
  ];
}

/** The text of all nodes of a kind in an expression; the kind ⚠ is a syntax error. */
function nodes(expression: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (name === kind) found.push(expression.slice(from, to));
    },
  });
  return found;
}

it('has alert rules and a dashboard whose expressions are valid', async () => {
  const all = await expressions();
  expect(all.length).toBeGreaterThan(25);
  expect(all.filter(([, expression]) => nodes(expression, '⚠').length > 0)).toEqual([]);
});

it('has no metric in them that does not exist', async () => {
  const metrics = await harness().metrics.registry.getMetricsAsJSON();
  const suffixes = (type: unknown) => (String(type) === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']);
  const existing = metrics.flatMap(({ name, type }) => suffixes(type).map((suffix) => `${name}${suffix}`));
  const used = (await expressions()).flatMap(([title, expression]) =>
    nodes(expression, 'VectorSelector').map((selector) => [title, selector.match(/^\w+/)?.[0] ?? '']),
  );
  expect(used.length).toBeGreaterThan(25);
  expect(used.filter(([, name = '']) => !existing.includes(name))).toEqual([]);
});
