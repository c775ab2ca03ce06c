import '../lib/check-machine.mjs';
import { join, relative } from 'node:path';
import { createMigration } from '../lib/create-migration.mjs';
import { command, print } from '../lib/failure.mjs';
import { projectRoot } from '../lib/root.mjs';

await command(async () => {
  const file = createMigration(join(projectRoot, 'packages/db/src/migrations'), process.argv[2]);
  print(`write the SQL of ${relative(projectRoot, file)}, and change the entities accordingly.`);
  return 0;
});
