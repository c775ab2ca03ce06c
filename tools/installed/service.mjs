import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Failure, print } from '../lib/failure.mjs';
import { projectRoot } from '../lib/root.mjs';
import { runChild } from '../lib/run-child.mjs';
import { programNode } from './program-node.mjs';

const unitName = 'stockbook.service';

/**
 * Installs Stockbook as a service of the user, without root: systemd starts it now and at each sign-in.
 *
 * @param {string} data the folder of the data
 */
export async function installService(data) {
  if (process.platform !== 'linux') throw new Failure('services are installed on Linux only, by systemd.');
  // npx removes its packages sooner or later.
  if (/[/\\]_npx[/\\]/.test(projectRoot)) {
    throw new Failure(
      'npx keeps Stockbook for a while only. Install it first: npm install --global, with the same file.',
    );
  }
  const folder = join(configFolder(process.env), 'systemd/user');
  const file = join(folder, unitName);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, serviceUnit(programNode(), join(projectRoot, 'tools/installed/stockbook.mjs'), data));
  print(`${file} is written.`);
  // A start does not end a service that runs an earlier version.
  for (const args of [['daemon-reload'], ['enable', unitName], ['restart', unitName]]) {
    if (!(await systemctl(args))) {
      throw new Failure(
        `systemd cannot be reached from here. From a terminal of your own: systemctl --user daemon-reload; systemctl --user enable --now ${unitName}`,
      );
    }
  }
  print(`Stockbook runs. What it prints: journalctl --user --unit ${unitName}`);
  print('so that it runs without a sign-in to this machine: loginctl enable-linger');
  print(`to remove it: systemctl --user disable --now ${unitName}`);
  return 0;
}

/** @param {string[]} args */
async function systemctl(args) {
  try {
    const { code } = await runChild('systemctl', ['--user', ...args]);
    return code === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** @param {NodeJS.ProcessEnv} env */
function configFolder({ XDG_CONFIG_HOME: named = '' }) {
  return isAbsolute(named) ? named : join(homedir(), '.config');
}

/**
 * The unit for systemd.
 *
 * @param {string} node
 * @param {string} script
 * @param {string} data
 */
export function serviceUnit(node, script, data) {
  const command = [node, script, 'start', '--data', data].map(quoted).join(' ');
  return `[Unit]
Description=Stockbook

[Service]
ExecStart=${command}
Restart=on-failure
RestartSec=5
# The program ends PostgreSQL itself.
KillMode=mixed
TimeoutStopSec=30

[Install]
WantedBy=default.target
`;
}

/**
 * An argument as systemd reads it in ExecStart.
 *
 * @param {string} argument
 */
function quoted(argument) {
  const escaped = argument.replaceAll(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return `"${escaped}"`;
}
