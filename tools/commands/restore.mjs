import '../lib/check-node.mjs';
import { command } from '../lib/failure.mjs';
import { runCopyDatabase } from '../lib/run-copy-database.mjs';

await command(() => runCopyDatabase('restore'));
