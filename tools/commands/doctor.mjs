import '../lib/check-machine.mjs';
import { operatorCommand } from '../lib/operator-command.mjs';

await operatorCommand(['doctor']);
