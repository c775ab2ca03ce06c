import '../lib/check-node.mjs';
import { command } from '../lib/failure.mjs';
import { runProgram } from '../lib/run-program.mjs';

await command(() => runProgram('apps/server/src/migrate.ts', process.argv.slice(2)));
