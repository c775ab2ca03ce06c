import { existsSync } from 'node:fs';
import { Failure, print } from './failure.mjs';
import { runChild } from './run-child.mjs';

/** The programs that `npm run test:operations` starts: a file of each of Debian's and Ubuntu's packages. */
const packages = {
  postgresql: '/usr/lib/postgresql',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  openssl: '/usr/bin/openssl',
  faketime: '/usr/bin/faketime',
  buildah: '/usr/bin/buildah',
  uidmap: '/usr/bin/newuidmap',
  mmdebstrap: '/usr/bin/mmdebstrap',
  runc: '/usr/sbin/runc',
};

/** Installs the packages that are missing, as root; otherwise fails with the command to run. */
export async function installPrograms() {
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new Failure(
      `install what is missing, then run this again: sudo apt-get install ${missing.join(' ')}`,
    );
  }
  print(`installing ${missing.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await apt(['update', '--quiet'], env);
  await apt(['install', '--quiet', '--yes', '--no-install-recommends', ...missing], env);
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function apt(args, env) {
  const { code, output } = await runChild('apt-get', args, { env, isQuiet: true }).catch((cause) => {
    throw new Failure('these tests need the packages of Debian or Ubuntu (apt-get).', { cause });
  });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Failure(`apt-get ${args[0]} failed, for the reason above.`);
}
