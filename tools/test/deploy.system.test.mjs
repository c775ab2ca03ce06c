import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../lib/root.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(projectRoot, path), 'utf8');

/**
 * The distinct matches of a pattern's one group.
 *
 * @param {string} text
 * @param {RegExp} pattern
 */
const all = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, match]) => match))].sort();

const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const manifests = readdirSync(join(projectRoot, 'deploy/kubernetes')).map((name) =>
  read(`deploy/kubernetes/${name}`),
);

describe('deployment files', () => {
  it('runs the image on the pinned Node.js', () => {
    expect(all(dockerfile, /^FROM node:([\d.]+)-/gm)).toEqual([read('.node-version').trim()]);
  });

  it('names exact versions of images, which Renovate pins by digest', () => {
    const images = [
      ...all(dockerfile, /^FROM (\S+:\S+)/gm),
      ...all(compose, /^ +image: (\S+)$/gm),
      ...all(manifests.join('\n'), /^ +imageName: (\S+)$/gm),
    ];
    expect(images.length).toBeGreaterThan(3);
    expect(
      images.filter((image) => !/:\d+\.\d+(\.\d+)?(-[a-z-]+)?(@sha256:[0-9a-f]{64})?$/.test(image ?? '')),
    ).toEqual([]);
    expect(JSON.parse(read('renovate.json')).extends).toContain('docker:pinDigests');
  });

  it('copies every package of the workspace into the image', () => {
    const packages = ['apps', 'packages'].flatMap((parent) =>
      readdirSync(join(projectRoot, parent)).map((name) => `${parent}/${name}/`),
    );
    expect(all(dockerfile, /^COPY \S+package\.json (\S+)$/gm)).toEqual([...packages, 'e2e/'].sort());
  });

  it('copies the patches of packages into the image', () => {
    expect(dockerfile).toMatch(/^COPY patches patches$/m);
    expect(read('.dockerignore')).toMatch(/^!patches$/m);
  });

  it('names the current version in Compose and Kubernetes', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(all(compose, /image: stockbook:(\S+)/g)).toEqual([version]);
    expect(all(manifests.join('\n'), /newTag: (\S+)/g)).toEqual([version]);
  });

  it('keeps row values out of the log of PostgreSQL', () => {
    const [cluster = ''] = manifests.filter((text) => text.includes('kind: Cluster'));
    for (const [name, value] of Object.entries({
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
      log_parameter_max_length: '0',
      log_parameter_max_length_on_error: '0',
    })) {
      expect(compose).toContain(`- --${name}=${value}\n`);
      expect(cluster).toMatch(new RegExp(`^ +${name}: "?${value}"?$`, 'm'));
    }
  });

  it('applies every manifest of Kubernetes', () => {
    const kustomization = read('deploy/kubernetes/kustomization.yaml');
    const applied = [...all(kustomization, /^ {2}- (\S+\.yaml)$/gm), 'kustomization.yaml', 'settings.env'];
    expect(applied.sort()).toEqual(readdirSync(join(projectRoot, 'deploy/kubernetes')).sort());
  });

  it('lets only the Ingress, Prometheus and the database reach the ports that they need', () => {
    const policies = read('deploy/kubernetes/network.yaml');
    const workloads = manifests.join('\n');
    for (const port of all(workloads, /containerPort: (\d+)/g)) expect(policies).toContain(`port: ${port} }`);
    for (const name of all(policies, /\b(stockbook-(?:web|worker|migrate))\b/g)) {
      expect(workloads).toContain(`labels: { app.kubernetes.io/name: ${name} }`);
    }
  });

  it('sets only variables that exist', () => {
    const settings = all(read('.env.example'), /^([A-Z_]+)=/gm);
    const [, environment = ''] = /x-environment: .*\n((?: .*\n)+)/.exec(compose) ?? [];
    const kubernetes = read('deploy/kubernetes/settings.env');
    const names = [...all(environment, /^ {2}([A-Z_]+):/gm), ...all(kubernetes, /^([A-Z_]+)=/gm)];
    expect(names).toContain('METRICS_PORT');
    expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  });
});
