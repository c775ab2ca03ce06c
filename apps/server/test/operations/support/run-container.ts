import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The part of `config.json` that `runc spec` writes and `runContainer` changes. */
interface Specification {
  readonly process: object;
  readonly linux: { readonly namespaces: readonly { readonly type: string }[] };
  readonly mounts: readonly object[];
}

export interface Container {
  /** The lines printed so far. */
  readonly output: () => string;
  /** Runs a program in the container. @returns its exit code and its output */
  exec(...command: readonly string[]): Promise<{ code: number | null; output: string }>;
  /** Sends SIGTERM, unless it has ended. @returns the exit code */
  stop(): Promise<number | null>;
}

/**
 * Runs an image by runc as Compose does: read-only but for `/tmp`, as user 1000, with limited memory; in the network of
 * this machine.
 * @param rootfs the files of the image
 */
export async function runContainer(
  rootfs: string,
  command: readonly string[],
  { env, memory }: { env: Readonly<Record<string, string>>; memory: number },
): Promise<Container> {
  const bundle = await mkdtemp(join(tmpdir(), 'stockbook-container-'));
  const name = `stockbook-${process.pid}`;
  await run('runc', ['spec', '--bundle', bundle]);
  const file = join(bundle, 'config.json');
  const specification: Specification = JSON.parse(await readFile(file, 'utf8'));
  const { linux, mounts } = specification;
  const tmp = {
    destination: '/tmp',
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', 'mode=1777'],
  };
  const variables = { PATH: '/usr/local/bin:/usr/bin:/bin', ...env };
  await writeFile(
    file,
    JSON.stringify({
      ...specification,
      root: { path: rootfs, readonly: true },
      process: {
        ...specification.process,
        terminal: false,
        user: { uid: 1000, gid: 1000 },
        cwd: '/stockbook',
        args: command,
        env: Object.entries(variables).map(([variable, value]) => `${variable}=${value}`),
      },
      mounts: [...mounts, tmp],
      linux: {
        ...linux,
        namespaces: linux.namespaces.filter(({ type }) => type !== 'network'),
        resources: { memory: { limit: memory, swap: memory } },
      },
    }),
  );
  const child = spawn('runc', ['run', '--bundle', bundle, name]);
  const output = collect(child);
  const exit = once(child, 'exit');
  return {
    output,
    async exec(...args) {
      const inside = spawn('runc', ['exec', name, ...args]);
      const printed = collect(inside);
      const [code] = await once(inside, 'close');
      return { code, output: printed() };
    },
    async stop() {
      if (child.exitCode === null) await run('runc', ['kill', name, 'TERM']);
      const [code] = await exit;
      await rm(bundle, { recursive: true, force: true });
      return code;
    },
  };
}

function collect(child: ReturnType<typeof spawn>): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
  }
  return () => text;
}
