import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from './root.mjs';
import { startNpm } from './testing.mjs';

/**
 * A clone of the project in which nothing is installed, and an empty home folder, in a temporary folder.
 *
 * @returns the paths, functions to start the clone and to remove everything
 */
export function createClone() {
  const folder = mkdtempSync(join(tmpdir(), 'stockbook-first-'));
  // The account that PostgreSQL runs as must reach its files.
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  mkdirSync(home);
  const clone = join(folder, 'mein Börsenbuch');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((path) => path && existsSync(join(projectRoot, path)))) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(clone, path));
  }
  return {
    home,
    clone,
    /**
     * @param {string} dataDir
     * @param {Record<string, string>} [changes] to the environment
     */
    start(dataDir, changes = {}) {
      const env = {
        HOME: home,
        XDG_DATA_HOME: '',
        XDG_CACHE_HOME: '',
        // May name another registry.
        npm_config_userconfig: join(homedir(), '.npmrc'),
        DATA_DIR: join(folder, dataDir),
        PORT: '0',
        MARKET_DATA: 'simulated',
        LOG_LEVEL: 'warn',
        ...changes,
      };
      return startNpm(['start'], { cwd: clone, env });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param {ReturnType<typeof startNpm>} npm */
export async function stop(npm) {
  if (npm.isRunning()) process.kill(-npm.pid, 'SIGINT');
  await npm.closed;
}
