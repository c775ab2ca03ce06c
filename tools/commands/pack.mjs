import '../lib/check-machine.mjs';
import { resolve } from 'node:path';
import { command } from '../lib/failure.mjs';
import { makePackage } from '../lib/release/make-package.mjs';
import { projectRoot } from '../lib/root.mjs';

// Makes the program as an npm package: in the folder of the project, or in the one that is named.
await command(async () => {
  await makePackage(resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? projectRoot));
  return 0;
});
