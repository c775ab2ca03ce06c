#!/usr/bin/env node
import '../lib/check-machine.mjs';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command, Failure, print } from '../lib/failure.mjs';
import { heapOptions } from '../lib/heap-options.mjs';
import { projectRoot } from '../lib/root.mjs';
import { runChild } from '../lib/run-child.mjs';
import { maxReleaseBytes, measureSizes, printSizes } from '../lib/sizes.mjs';
import { cacheFolder, createDataFolder, dataFolder } from './folders.mjs';
import { programNode } from './program-node.mjs';
import { releasePlaces } from './release-places.mjs';
import { restorePostgresLinks } from './restore-postgres-links.mjs';
import { installService } from './service.mjs';

const usage = `Usage:
  stockbook                      starts Stockbook, until Ctrl-C
  stockbook install-service      starts it now and with every sign-in to this machine, by systemd
  stockbook backup FILE
  stockbook restore FILE [--keep-tokens]
  stockbook admin                lists the commands for accounts
  stockbook doctor               checks the installation
  stockbook doctor --size        lists what it takes on the disk
  stockbook migrate              migrates the database without starting a server
  stockbook --version
Option of all commands:
  --data FOLDER                  the folder of the data, and of the settings in its file .env
`;

/**
 * The arguments without `--data FOLDER`, which may be anywhere among them.
 *
 * @param {string[]} args
 */
function takeData(args) {
  const index = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  if (index === -1) return { data: dataFolder(process.env), rest: args };
  const isSeparate = args[index] === '--data';
  const value = isSeparate ? args[index + 1] : args[index]?.slice('--data='.length);
  if (!value) throw new Failure('name the folder, for example: stockbook --data ~/stockbook');
  return { data: resolve(value), rest: args.toSpliced(index, isSeparate ? 2 : 1) };
}

/** @param {string} data */
function environment(data) {
  return {
    ...process.env,
    DATA_DIR: data,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cacheFolder(process.env), 'node'),
  };
}

/** @param {string} data */
async function start(data) {
  createDataFolder(data);
  restorePostgresLinks();
  print(`data and settings are in ${data}.`);
  const env = environment(data);
  // The server shuts down on SIGINT, SIGTERM and `disconnect`, which happens when this process ends.
  const args = [...heapOptions(env), join(projectRoot, 'apps/server/dist/main.js')];
  const { code } = await runChild(programNode(), args, { env, hasIpc: true });
  return code;
}

/**
 * @param {string} data
 * @param {string[]} args
 */
async function operate(data, args) {
  restorePostgresLinks();
  const file = join(projectRoot, 'apps/server/dist/cli.js');
  const { code } = await runChild(programNode(), [file, ...args], { env: environment(data), hasStdin: true });
  return code;
}

/** @param {string} data */
function size(data) {
  const limit = `an installation takes ${maxReleaseBytes / 1e6} MB at most`;
  printSizes(measureSizes(releasePlaces(data)), limit);
  return 0;
}

/** @param {string} arg a file's name, or an option */
const absolute = (arg) => (arg.startsWith('-') ? arg : resolve(arg));

await command(async () => {
  const { data, rest } = takeData(process.argv.slice(2));
  const [name = 'start', ...args] = rest;
  switch (name) {
    case 'start':
      return start(data);
    case 'admin':
      return operate(data, args);
    case 'doctor':
      if (args.includes('--size')) return size(data);
      return operate(data, [name, ...args]);
    case 'backup':
      return operate(data, [name, ...args.map(absolute)]);
    case 'migrate':
    case 'restore':
      createDataFolder(data);
      return operate(data, [name, ...args.map(absolute)]);
    case 'install-service':
      createDataFolder(data);
      return installService(data);
    case '--version':
      process.stdout.write(
        `${JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version}\n`,
      );
      return 0;
    case '--help':
      process.stdout.write(usage);
      return 0;
    default:
      print(`there is no command ${name}.`);
      process.stderr.write(usage);
      return 1;
  }
});
