import './check-node.mjs';
import { command } from './failure.mjs';
import { runCopyDatabase } from './run-copy-database.mjs';

await command(() => runCopyDatabase('restore'));
