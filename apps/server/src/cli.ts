import { parseArgs } from 'node:util';
import {
  createSessionOf,
  createUserOf,
  deleteUserOf,
  disableUserOf,
  enableUserOf,
  listEvents,
  listSignInsOf,
  listUsers,
  removePasskeysBy,
  removeSecondFactorBy,
  resetPasswordOf,
  signOutOf,
} from './commands/accounts.ts';
import { backup, migrate, restoreBackup } from './commands/database.ts';
import { devDatabase } from './commands/dev-database.ts';
import { doctor } from './commands/doctor.ts';
import { seed } from './commands/seed.ts';
import { typed } from './commands/texts.ts';
import { describeError } from './describe-error.ts';
import { StartError } from './env.ts';

/** Commands with their operands, and what is not plain from their names. */
const explained: readonly (readonly [name: string, operands: string, text?: string])[] = [
  ['admin', 'list-users'],
  ['admin', 'create-user EMAIL USERNAME', 'prints a password that its owner must change'],
  ['admin', 'disable-user EMAIL', 'ends all sign-ins and tokens'],
  ['admin', 'enable-user EMAIL'],
  ['admin', 'delete-user EMAIL', 'deletes the account and all its data'],
  ['admin', 'reset-password EMAIL', 'generates a password and prints it once'],
  ['admin', 'reset-password EMAIL --password-stdin', 'reads the password from standard input'],
  ['admin', 'remove-second-factor EMAIL', 'asks for the email again'],
  ['admin', 'remove-passkeys EMAIL', 'ends all sign-ins, too'],
  ['admin', 'create-session EMAIL', 'prints an address that signs in once, for emergencies'],
  ['admin', 'list-sign-ins EMAIL'],
  ['admin', 'sign-out EMAIL | --all [--tokens]', 'ends sign-ins, and with --tokens the tokens'],
  ['admin', 'events [EMAIL] [--since 2026-11-01]', 'security events, newest first'],
  ['doctor', '', 'checks the installation'],
  ['migrate', ''],
  ['backup', 'FILE'],
  ['restore', 'FILE [--keep-tokens]'],
  ['seed', '[--force]', 'for developers: adds a demo account'],
];

const usageWidth = Math.max(...explained.map(([name, operands]) => typed(name, operands).length)) + 3;
const usageLines = explained.map(([name, operands, text = '']) =>
  `  ${typed(name, operands).padEnd(usageWidth)}${text}`.trimEnd(),
);
const usage = `Usage:\n${usageLines.join('\n')}`;

interface Arguments {
  readonly operands: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** Values of options, by name. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

interface Command {
  /** Number of positional arguments: exactly, or from and to. None if omitted. */
  readonly operands?: number | readonly [number, number];
  readonly flags?: readonly string[];
  /** Options with a value. */
  readonly options?: readonly string[];
  /** Printed instead of `usage` if the arguments are wrong. */
  readonly example?: string;
  /** Starts each line of a message, to distinguish it from the lines of npm. Commands that print data have none. */
  readonly prefix: '' | 'stockbook: ';
  /** @returns what to print */
  run(given: Arguments): Promise<string | undefined>;
}

/** A command on one account. */
function onAccount(run: (email: string) => Promise<string>): Command {
  return { operands: 1, prefix: '', run: ({ operands: [email = ''] }) => run(email) };
}

const commands = new Map<string | undefined, Command>([
  ['list-users', { prefix: '', run: listUsers }],
  [
    'create-user',
    {
      operands: 2,
      prefix: '',
      run: ({ operands: [email = '', username = ''] }) => createUserOf(email, username),
    },
  ],
  ['disable-user', onAccount(disableUserOf)],
  ['enable-user', onAccount(enableUserOf)],
  ['delete-user', onAccount(deleteUserOf)],
  ['remove-second-factor', onAccount(removeSecondFactorBy)],
  ['remove-passkeys', onAccount(removePasskeysBy)],
  ['create-session', onAccount(createSessionOf)],
  ['list-sign-ins', onAccount(listSignInsOf)],
  [
    'sign-out',
    {
      operands: [0, 1],
      flags: ['all', 'tokens'],
      prefix: '',
      run({ operands: [email], flags }) {
        if ((email === undefined) !== flags.has('all')) throw new StartError(usage);
        return signOutOf(email, flags.has('tokens'));
      },
    },
  ],
  [
    'events',
    {
      operands: [0, 1],
      options: ['since'],
      prefix: '',
      run: ({ operands: [email], values }) => listEvents(email, values.since),
    },
  ],
  [
    'reset-password',
    {
      operands: 1,
      flags: ['password-stdin'],
      prefix: '',
      run: ({ operands: [email = ''], flags }) =>
        resetPasswordOf(email, { fromStdin: flags.has('password-stdin') }),
    },
  ],
  ['doctor', { prefix: '', run: doctor }],
  ['migrate', { prefix: 'stockbook: ', run: migrate }],
  [
    'backup',
    {
      operands: 1,
      example: `name the file, for example: ${typed('backup', 'stockbook.sql.gz')}`,
      prefix: 'stockbook: ',
      run: ({ operands: [file = ''] }) => backup(file),
    },
  ],
  [
    'restore',
    {
      operands: 1,
      flags: ['keep-tokens'],
      example: `name the file, for example: ${typed('restore', 'stockbook.sql.gz [--keep-tokens]')}`,
      prefix: 'stockbook: ',
      run: ({ operands: [file = ''], flags }) =>
        restoreBackup(file, { keepTokens: flags.has('keep-tokens') }),
    },
  ],
  [
    'seed',
    { flags: ['force'], prefix: 'stockbook: ', run: ({ flags }) => seed({ force: flags.has('force') }) },
  ],
  ['dev-database', { prefix: 'stockbook: ', run: () => devDatabase().then(() => undefined) }],
]);

function readArguments(command: Command, args: string[]): Arguments {
  const { operands = 0, flags = [], options = [], example } = command;
  const [fewest, most] = typeof operands === 'number' ? [operands, operands] : operands;
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries([
        ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
        ...options.map((name) => [name, { type: 'string' as const }] as const),
      ]),
    });
    const isCountRight = positionals.length >= fewest && positionals.length <= most;
    if (!isCountRight) throw new StartError(example ?? usage);
    const given = Object.entries(values);
    return {
      operands: positionals,
      flags: new Set(given.filter(([, value]) => value === true).map(([name]) => name)),
      values: Object.fromEntries(
        given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
    };
  } catch (error) {
    // parseArgs throws a TypeError for an unknown option.
    throw error instanceof TypeError ? new StartError(example ?? error.message) : error;
  }
}

const [name, ...args] = process.argv.slice(2);
const command = commands.get(name);
try {
  if (command === undefined) throw new StartError(usage);
  const output = await command.run(readArguments(command, args));
  if (output !== undefined) process.stdout.write(`${command.prefix}${output}\n`);
} catch (error) {
  process.stderr.write(`${describeError(error).replaceAll(/^/gm, command?.prefix ?? '')}\n`);
  process.exitCode = 1;
}
