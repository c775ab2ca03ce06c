import '../lib/check-machine.mjs';
import { command } from '../lib/failure.mjs';
import { operatorCommand } from '../lib/operator-command.mjs';
import { measureSizes } from '../lib/sizes.mjs';

if (process.argv.includes('--size')) await command(printSizes);
else await operatorCommand(['doctor']);

async function printSizes() {
  const { parts, installedBytes } = measureSizes();
  const rows = [...parts, { name: 'in total, without data and history', bytes: installedBytes }];
  for (const { name, bytes } of rows) {
    process.stdout.write(`${String(Math.round(bytes / 1e6)).padStart(6)} MB  ${name}\n`);
  }
  return 0;
}
