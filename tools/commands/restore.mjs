import '../lib/check-machine.mjs';
import { operatorCommand, resolveFile } from '../lib/operator-command.mjs';

await operatorCommand(['restore'], resolveFile);
