import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
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

/** Runs a program. @returns what it prints */
type Run = (...args: readonly string[]) => Promise<string>;

/** The account that builds: an ordinary one, with a range of ids for the users in the image. */
const builder = 'stockbook-builder';

/**
 * Builds the image of the project's Dockerfile by Buildah, without root, in a store of its own. If no registry of
 * images can be reached, its bases are made of Debian's packages and the Node.js of this process.
 */
export async function buildImage(projectDir: string): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-image-'));
  await chmod(folder, 0o755);
  const home = join(folder, 'home');
  await run('useradd', ['--create-home', '--home-dir', home, builder]);
  const remove = async () => {
    await run('userdel', [builder]);
    await rm(folder, { recursive: true });
  };
  try {
    const rootfs = await build(projectDir, folder, asBuilder(home));
    const { stdout } = await run('du', ['--summarize', '--block-size=1', rootfs]);
    return { rootfs, bytes: Number.parseInt(stdout, 10), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Runs programs as the builder, in a user namespace: there it may mount, and own files of several users. */
function asBuilder(home: string): Run {
  const account = ['-u', builder, '--', 'env', `--chdir=${home}`, `HOME=${home}`, `XDG_RUNTIME_DIR=${home}`];
  return async (...args) => {
    const { stdout } = await run('runuser', [...account, 'buildah', 'unshare', ...args], {
      maxBuffer: 100e6,
    });
    return stdout.trim();
  };
}

/** @returns the folder with the files of the image, with the owners that they have in it */
async function build(projectDir: string, folder: string, runAsBuilder: Run): Promise<string> {
  const store = ['--root', 'store', '--runroot', 'state', '--storage-driver', 'vfs'];
  const buildah: Run = (...args) => runAsBuilder('buildah', ...store, ...args);
  const dockerfile = await readFile(join(projectDir, 'Dockerfile'), 'utf8');
  const bases = [...new Set(dockerfile.match(/(?<=^FROM )node:\S+/gm))];
  try {
    for (const base of bases) await buildah('pull', '--quiet', `docker.io/library/${base}`);
  } catch {
    await makeBases(buildah, folder, bases);
  }
  const project = await copyProject(projectDir, join(folder, 'project'));
  await buildah('build', '--isolation=chroot', '--quiet', '--tag=stockbook', project);
  const files = await buildah('mount', await buildah('from', 'localhost/stockbook'));
  const archive = join(folder, 'home/rootfs.tar');
  await runAsBuilder('tar', '--create', '--directory', files, '--file', archive, '.');
  const rootfs = join(folder, 'rootfs');
  await mkdir(rootfs);
  await run('tar', ['--extract', '--same-owner', '--directory', rootfs, '--file', archive]);
  return rootfs;
}

/** Copies the files that git has or would have: the builder need not be able to read the project's folder. */
async function copyProject(projectDir: string, target: string): Promise<string> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectDir,
    maxBuffer: 100e6,
  });
  for (const path of stdout.split('\0').filter((name) => name !== '')) {
    await cp(join(projectDir, path), join(target, path));
  }
  return target;
}

/** Node.js with npm, and for bases that end in `-slim` without npm. */
async function makeBases(buildah: Run, folder: string, names: readonly string[]): Promise<void> {
  const debian = join(folder, 'debian.tar');
  const unused = ['man', 'doc', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  await run('mmdebstrap', ['--variant=essential', '--include=libstdc++6', ...unused, 'bookworm', debian]);
  const node = join(folder, 'node');
  await copyFile(process.execPath, node);
  for (const name of names) {
    const container = await buildah('from', 'scratch');
    await buildah('add', container, debian, '/');
    await buildah('copy', container, node, '/usr/local/bin/node');
    if (!name.endsWith('-slim')) await addNpm(buildah, folder, container);
    await buildah('commit', '--quiet', container, `docker.io/library/${name}`);
    await buildah('rm', container);
  }
}

async function addNpm(buildah: Run, folder: string, container: string): Promise<void> {
  const { npm_execpath: npm, NODE_EXTRA_CA_CERTS: authorities } = process.env;
  if (npm === undefined) throw new Error('run it by npm run test:operations, whose npm is copied');
  const home = join(folder, 'npm');
  await cp(dirname(dirname(await realpath(npm))), home, { recursive: true });
  await buildah('copy', container, home, '/usr/local/lib/node_modules/npm');
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  await buildah('run', '--isolation=chroot', container, '--', ...link);
  if (authorities === undefined) return;
  // Those by which this machine reaches the npm registry.
  const file = '/etc/ssl/certs/machine.crt';
  await buildah('copy', container, authorities, file);
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${file}`, container);
}
