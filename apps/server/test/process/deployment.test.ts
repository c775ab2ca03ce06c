import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { projectDir, readEnv } from '../../src/env.ts';
import { document } from '../support/contract.ts';

type Labels = Readonly<Record<string, string>>;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly name: string;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: unknown;
}

interface Workload extends Resource {
  readonly spec: {
    readonly selector?: { readonly matchLabels: Labels };
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: { readonly containers: readonly Container[]; readonly volumes?: { name: string }[] };
    };
  };
}

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8');
const folder = 'deploy/kubernetes';
const resources = readdirSync(join(projectDir, folder))
  .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(read(`${folder}/${name}`), { strict: true, uniqueKeys: true }))
  .map((text) => {
    expect(text.errors).toEqual([]);
    return text.toJS() as Resource;
  });
const ofKind = (kind: string) => resources.filter((resource) => resource.kind === kind);
const namesOf = (kind: string) => ofKind(kind).map(({ metadata }) => metadata.name);
const workloads = resources.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)) as Workload[];
const settings = parseEnv(read(`${folder}/settings.env`));

/** The values of all keys with this name, at any depth. */
function valuesOf<Value>(node: unknown, key: string): Value[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === key ? [value as Value] : []),
    ...valuesOf<Value>(value, key),
  ]);
}

/** The program's settings if it starts with only these variables. @throws StartError */
function settingsWith(variables: Readonly<Record<string, string | undefined>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return readEnv();
}
afterEach(() => vi.unstubAllEnvs());

/** Values for what is secret. */
const secrets = { DATABASE_URL: 'postgres://a@b/c', SECRET_KEY: '0f'.repeat(32) };

describe.each(workloads)('the pods of $metadata.name', ({ metadata, spec: { selector, template } }) => {
  const { containers, volumes = [] } = template.spec;
  const [container] = containers;

  it('sets up pods with settings that the program accepts, and ports that it then listens on', () => {
    const own = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
    const listed = Object.keys(parseEnv(read('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, '')));
    expect(Object.keys({ ...own, ...settings }).filter((name) => !listed.includes(name))).toEqual([]);
    const env = settingsWith({ ...settings, ...own, ...secrets });
    const ports = { http: env.PORT, metrics: env.METRICS_PORT };
    expect(container?.ports ?? []).toEqual(
      Object.entries(ports)
        .filter(([name]) => container?.ports?.some((port) => port.name === name))
        .map(([name, containerPort]) => ({ name, containerPort })),
    );
  });

  it('probes pods at paths and ports that exist', () => {
    const paths = { http: Object.keys(document.paths).map((path) => `/api${path}`), metrics: ['/metrics'] };
    for (const { path, port } of valuesOf<Probe['httpGet']>(template, 'httpGet')) {
      expect(container?.ports?.map(({ name }) => name)).toContain(port);
      expect(paths[port === 'http' ? 'http' : 'metrics']).toContain(path);
    }
  });

  it('finds pods by their labels, which mount volumes that they have', () => {
    expect(template.metadata.labels).toEqual({ 'app.kubernetes.io/name': metadata.name });
    if (selector) expect(selector.matchLabels).toEqual(template.metadata.labels);
    expect(container?.volumeMounts?.map(({ name }) => name) ?? []).toEqual(volumes.map(({ name }) => name));
  });
});

describe('the Kubernetes resources', () => {
  it('refers to Secrets and ConfigMaps that exist', () => {
    const kustomization: { configMapGenerator: { name: string }[] } = parse(
      read(`${folder}/kustomization.yaml`),
    );
    const generated = kustomization.configMapGenerator.map(({ name }) => name);
    const configMaps = valuesOf<{ name: string }>(resources, 'configMapRef');
    expect(new Set(configMaps.map(({ name }) => name))).toEqual(new Set(generated));

    // CloudNativePG creates the one; docs/operations.md has the command that creates the other.
    const [database] = namesOf('Cluster');
    const known = [`${database}-app uri`];
    for (const [, name, key] of read('docs/operations.md').matchAll(
      /create secret generic (\S+) --from-literal=(\w+)=/g,
    )) {
      known.push(`${name} ${key}`);
    }
    const secretKeys = valuesOf<{ name: string; key: string }>(resources, 'secretKeyRef');
    expect(secretKeys.length).toBeGreaterThan(0);
    expect(secretKeys.map(({ name, key }) => `${name} ${key}`).filter((ref) => !known.includes(ref))).toEqual(
      [],
    );
  });

  it('refers to workloads, Services and ports that exist', () => {
    const pods = [...workloads.map(({ metadata }) => metadata.name)];
    for (const { name } of valuesOf<{ name: string }>(resources, 'scaleTargetRef')) {
      expect(namesOf('Deployment')).toContain(name);
    }
    const selected = [
      ...[...ofKind('PodDisruptionBudget'), ...ofKind('NetworkPolicy')].flatMap((resource) =>
        valuesOf<Labels>(resource, 'matchLabels'),
      ),
      ...ofKind('Service').flatMap((resource) => valuesOf<Labels>(resource, 'selector')),
    ].flatMap((labels) => labels['app.kubernetes.io/name'] ?? []);
    expect(selected.length).toBeGreaterThan(3);
    expect(selected.filter((name) => !pods.includes(name))).toEqual([]);

    const containerPorts = workloads.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
    );
    const services = ofKind('Service');
    const servicePorts = valuesOf<{ name: string; targetPort: string }[]>(services, 'ports').flat();
    expect(servicePorts.filter(({ targetPort }) => !containerPorts.includes(targetPort))).toEqual([]);
    const backends = valuesOf<{ name: string; port: { name: string } }>(ofKind('Ingress'), 'service');
    expect(backends.length).toBeGreaterThan(0);
    for (const { name, port } of backends) {
      expect(namesOf('Service')).toContain(name);
      expect(servicePorts.map((servicePort) => servicePort.name)).toContain(port.name);
    }
  });
});

describe('compose.yaml', () => {
  interface Service {
    readonly environment: Readonly<Record<string, string>>;
    readonly depends_on?: object;
    readonly ports?: readonly string[];
    readonly configs?: readonly { readonly source: string }[];
    readonly volumes?: readonly string[];
    readonly healthcheck?: { readonly test: readonly string[] };
  }
  const compose: { services: Record<string, Service>; configs: object; volumes: object } = parse(
    read('compose.yaml'),
    { merge: true, strict: true },
  );
  const services = Object.entries(compose.services);

  it('refers to services, volumes and configurations that exist', () => {
    const referred = {
      services: services.flatMap(([, { depends_on = {} }]) => Object.keys(depends_on)),
      volumes: services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0])),
      configs: services.flatMap(([, { configs = [] }]) => configs.map(({ source }) => source)),
    };
    for (const kind of ['services', 'volumes', 'configs'] as const) {
      expect([kind, new Set(referred[kind])]).toEqual([
        kind,
        new Set(kind === 'services' ? ['database'] : Object.keys(compose[kind])),
      ]);
    }
  });

  it.each(['web', 'worker'])('gives %s settings that the program accepts', (name) => {
    const { environment, ports = [], healthcheck } = compose.services[name] ?? { environment: {} };
    const values = Object.entries(environment).map(([variable, value]) => [
      variable,
      value.replaceAll(/\$\{SECRET_KEY\W[^}]*\}/g, secrets.SECRET_KEY).replaceAll(/\$\{[^}]+\}/g, 'secret'),
    ]);
    const env = settingsWith(Object.fromEntries(values));
    expect(env).toMatchObject({
      ROLE: name,
      DATABASE_URL: 'postgres://stockbook:secret@database:5432/stockbook',
    });
    for (const published of ports) expect(published).toMatch(new RegExp(`:${env.PORT}$`));
    const command = healthcheck?.test.at(-1) ?? '';
    if (healthcheck) expect(command).toContain(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
    expect(JSON.stringify(compose.configs)).toContain('create database stockbook owner stockbook');
  });
});
