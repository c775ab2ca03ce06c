import '../lib/check-machine.mjs';
import { bootstrap } from '../lib/bootstrap.mjs';
import { buildClient } from '../lib/build/build-client.mjs';
import { command } from '../lib/failure.mjs';

await command(async () => {
  const { env } = await bootstrap('develop');
  await buildClient(env);
  return 0;
});
