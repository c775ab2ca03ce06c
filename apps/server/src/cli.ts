import { parseArgs } from 'node:util';
import { backup } from './commands/backup.ts';
import { devDatabase } from './commands/dev-database.ts';
import { doctor } from './commands/doctor.ts';
import { listUsers } from './commands/list-users.ts';
import { migrate } from './commands/migrate.ts';
import { resetPasswordOf } from './commands/reset-password.ts';
import { restoreBackup } from './commands/restore.ts';
import { seed } from './commands/seed.ts';
import { describeError } from './describe-error.ts';
import { StartError } from './env.ts';

const usage = `Usage:
  npm run admin -- list-users
  npm run admin -- reset-password EMAIL                    generates a password and prints it once
  npm run admin -- reset-password EMAIL --password-stdin   reads the password from standard input
  npm run doctor                                           checks the installation
  npm run migrate
  npm run backup -- FILE
  npm run restore -- FILE [--keep-tokens]
  npm run seed -- [--force]                                for developers: adds a demo account`;

interface Command {
  /** Whether it needs a positional argument; it accepts no others. */
  readonly hasOperand?: boolean;
  readonly flag?: string;
  /** Printed instead of `usage` if the arguments are wrong. */
  readonly example?: string;
  /** Starts each line of a message, to tell it from the lines of npm. Commands that print data have none. */
  readonly prefix: '' | 'stockbook: ';
  /** @returns what to print */
  run(operand: string, hasFlag: boolean): Promise<string | undefined>;
}

const commands = new Map<string | undefined, Command>([
  ['list-users', { prefix: '', run: listUsers }],
  [
    'reset-password',
    {
      hasOperand: true,
      flag: 'password-stdin',
      prefix: '',
      run: (email, fromStdin) => resetPasswordOf(email, { fromStdin }),
    },
  ],
  ['doctor', { prefix: '', run: doctor }],
  ['migrate', { prefix: 'stockbook: ', run: migrate }],
  [
    'backup',
    {
      hasOperand: true,
      example: 'name the file, for example: npm run backup -- stockbook.sql.gz',
      prefix: 'stockbook: ',
      run: backup,
    },
  ],
  [
    'restore',
    {
      hasOperand: true,
      flag: 'keep-tokens',
      example: 'name the file, for example: npm run restore -- stockbook.sql.gz [--keep-tokens]',
      prefix: 'stockbook: ',
      run: (file, keepTokens) => restoreBackup(file, { keepTokens }),
    },
  ],
  ['seed', { flag: 'force', prefix: 'stockbook: ', run: (_, force) => seed({ force }) }],
  ['dev-database', { prefix: 'stockbook: ', run: () => devDatabase().then(() => undefined) }],
]);

function readArguments({ hasOperand = false, flag, example }: Command, args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: flag === undefined ? {} : { [flag]: { type: 'boolean' } },
    });
    if (positionals.length !== (hasOperand ? 1 : 0)) throw new StartError(example ?? usage);
    return { operand: positionals[0] ?? '', hasFlag: flag !== undefined && flag in values };
  } catch (error) {
    // parseArgs throws a TypeError for an unknown option.
    throw error instanceof TypeError ? new StartError(example ?? error.message) : error;
  }
}

const [name, ...args] = process.argv.slice(2);
const command = commands.get(name);
try {
  if (command === undefined) throw new StartError(usage);
  const { operand, hasFlag } = readArguments(command, args);
  const output = await command.run(operand, hasFlag);
  if (output !== undefined) process.stdout.write(`${command.prefix}${output}\n`);
} catch (error) {
  process.stderr.write(`${describeError(error).replaceAll(/^/gm, command?.prefix ?? '')}\n`);
  process.exitCode = 1;
}
