import '../lib/check-node.mjs';
import { operatorCommand, resolveFile } from '../lib/operator-command.mjs';

await operatorCommand(['restore'], resolveFile);
