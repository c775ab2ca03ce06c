import '../lib/check-node.mjs';
import { operatorCommand } from '../lib/operator-command.mjs';

await operatorCommand(['seed']);
