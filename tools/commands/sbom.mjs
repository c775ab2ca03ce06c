import '../lib/check-machine.mjs';
import { bootstrap } from '../lib/bootstrap.mjs';
import { command, Failure, print } from '../lib/failure.mjs';
import { resolveFile } from '../lib/operator-command.mjs';
import { writeSbom } from '../lib/release/write-sbom.mjs';

await command(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Failure('name the file, for example: npm run sbom -- stockbook.cdx.json');
  const { node } = await bootstrap('run');
  await writeSbom(node, resolveFile(file));
  print(`the packages of the server and the web client are in ${file}.`);
  return 0;
});
