import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Image {
  /** The folder with the files of the image. */
  readonly rootfs: string;
  /** The space that they take on the disk. */
  readonly bytes: number;
  remove(): Promise<void>;
}

type Buildah = (...args: readonly string[]) => Promise<string>;

/**
 * Builds the image of the project's Dockerfile by Buildah, in a store of its own. If no registry of images can be
 * reached, its bases are made of Debian's packages and the Node.js of this process.
 */
export async function buildImage(projectDir: string): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-image-'));
  const store = [
    '--root',
    join(folder, 'store'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah: Buildah = async (...args) => {
    const { stdout } = await run('buildah', [...store, ...args], { maxBuffer: 100e6 });
    return stdout.trim();
  };
  const dockerfile = await readFile(join(projectDir, 'Dockerfile'), 'utf8');
  const bases = [...new Set(dockerfile.match(/(?<=^FROM )node:\S+/gm))];
  try {
    for (const base of bases) await buildah('pull', '--quiet', `docker.io/library/${base}`);
  } catch {
    await makeBases(buildah, folder, bases);
  }
  await buildah('build', '--isolation=chroot', '--quiet', '--tag=stockbook', projectDir);
  const rootfs = await buildah('mount', await buildah('from', 'localhost/stockbook'));
  const { stdout } = await run('du', ['--summarize', '--block-size=1', rootfs]);
  return {
    rootfs,
    bytes: Number.parseInt(stdout, 10),
    async remove() {
      await buildah('umount', '--all');
      await rm(folder, { recursive: true });
    },
  };
}

/** Node.js with npm, and for bases that end in `-slim` without npm. */
async function makeBases(buildah: Buildah, folder: string, names: readonly string[]): Promise<void> {
  const debian = join(folder, 'debian.tar');
  const unused = ['man', 'doc', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  await run('mmdebstrap', ['--variant=essential', '--include=libstdc++6', ...unused, 'bookworm', debian]);
  for (const name of names) {
    const container = await buildah('from', 'scratch');
    await buildah('add', container, debian, '/');
    await buildah('copy', container, process.execPath, '/usr/local/bin/node');
    if (!name.endsWith('-slim')) await addNpm(buildah, container);
    await buildah('commit', '--quiet', container, `docker.io/library/${name}`);
    await buildah('rm', container);
  }
}

async function addNpm(buildah: Buildah, container: string): Promise<void> {
  const { npm_execpath: npm, NODE_EXTRA_CA_CERTS: authorities } = process.env;
  if (npm === undefined) throw new Error('run it by npm run test:operations, whose npm is copied');
  const home = dirname(dirname(await realpath(npm)));
  await buildah('copy', container, home, '/usr/local/lib/node_modules/npm');
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  await buildah('run', '--isolation=chroot', container, '--', ...link);
  if (authorities === undefined) return;
  // Those by which this machine reaches the npm registry.
  const file = '/etc/ssl/certs/machine.crt';
  await buildah('copy', container, authorities, file);
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${file}`, container);
}
