import './check-node.mjs';
import { command } from './failure.mjs';
import { runProgram } from './run-program.mjs';

await command(() => runProgram('apps/server/src/admin.ts', process.argv.slice(2)));
