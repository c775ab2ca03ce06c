import { parseArgs } from 'node:util';
import { typed } from './commands/typed.ts';
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

// A command loads its own code only: the program has 1,800 modules, which take a second.
const accounts = () => import('./commands/accounts.ts');
const database = () => import('./commands/database.ts');

type Accounts = Awaited<ReturnType<typeof accounts>>;

/** A command on one account. */
function onAccount(choose: (commands: Accounts) => (email: string) => Promise<string>): Command {
  return {
    operands: 1,
    prefix: '',
    run: async ({ operands: [email = ''] }) => choose(await accounts())(email),
  };
}

const commands = new Map<string | undefined, Command>([
  ['list-users', { prefix: '', run: async () => (await accounts()).listUsers() }],
  [
    'create-user',
    {
      operands: 2,
      prefix: '',
      run: async ({ operands: [email = '', username = ''] }) =>
        (await accounts()).createUserOf(email, username),
    },
  ],
  ['disable-user', onAccount(({ disableUserOf }) => disableUserOf)],
  ['enable-user', onAccount(({ enableUserOf }) => enableUserOf)],
  ['delete-user', onAccount(({ deleteUserOf }) => deleteUserOf)],
  ['remove-second-factor', onAccount(({ removeSecondFactorBy }) => removeSecondFactorBy)],
  ['remove-passkeys', onAccount(({ removePasskeysBy }) => removePasskeysBy)],
  ['create-session', onAccount(({ createSessionOf }) => createSessionOf)],
  ['list-sign-ins', onAccount(({ listSignInsOf }) => listSignInsOf)],
  [
    'sign-out',
    {
      operands: [0, 1],
      flags: ['all', 'tokens'],
      prefix: '',
      async run({ operands: [email], flags }) {
        if ((email === undefined) !== flags.has('all')) throw new StartError(usage);
        return (await accounts()).signOutOf(email, flags.has('tokens'));
      },
    },
  ],
  [
    'events',
    {
      operands: [0, 1],
      options: ['since'],
      prefix: '',
      run: async ({ operands: [email], values }) => (await accounts()).listEvents(email, values.since),
    },
  ],
  [
    'reset-password',
    {
      operands: 1,
      flags: ['password-stdin'],
      prefix: '',
      run: async ({ operands: [email = ''], flags }) =>
        (await accounts()).resetPasswordOf(email, { fromStdin: flags.has('password-stdin') }),
    },
  ],
  ['doctor', { prefix: '', run: async () => (await import('./commands/doctor.ts')).doctor() }],
  ['migrate', { prefix: 'stockbook: ', run: async () => (await database()).migrate() }],
  [
    'backup',
    {
      operands: 1,
      example: `name the file, for example: ${typed('backup', 'stockbook.sql.gz')}`,
      prefix: 'stockbook: ',
      run: async ({ operands: [file = ''] }) => (await database()).backup(file),
    },
  ],
  [
    'restore',
    {
      operands: 1,
      flags: ['keep-tokens'],
      example: `name the file, for example: ${typed('restore', 'stockbook.sql.gz [--keep-tokens]')}`,
      prefix: 'stockbook: ',
      run: async ({ operands: [file = ''], flags }) =>
        (await database()).restoreBackup(file, { keepTokens: flags.has('keep-tokens') }),
    },
  ],
  [
    'seed',
    {
      flags: ['force'],
      prefix: 'stockbook: ',
      run: async ({ flags }) => (await import('./commands/seed.ts')).seed({ force: flags.has('force') }),
    },
  ],
  [
    'dev-database',
    {
      prefix: 'stockbook: ',
      async run() {
        await (await import('./commands/dev-database.ts')).devDatabase();
        return undefined;
      },
    },
  ],
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

async function describe(error: unknown): Promise<string> {
  if (error instanceof StartError) return error.message;
  const { describeError } = await import('./describe-error.ts');
  return describeError(error);
}

const [name, ...args] = process.argv.slice(2);
const command = commands.get(name);
try {
  if (command === undefined) throw new StartError(usage);
  const output = await command.run(readArguments(command, args));
  if (output !== undefined) process.stdout.write(`${command.prefix}${output}\n`);
} catch (error) {
  process.stderr.write(`${(await describe(error)).replaceAll(/^/gm, command?.prefix ?? '')}\n`);
  process.exitCode = 1;
}
