import { expect, it } from 'vitest';
import { serviceUnit } from '../installed/service.mjs';

it('quotes what systemd would replace or split in the paths of the unit', () => {
  const unit = serviceUnit('/opt/node', '/home/a b/stockbook.mjs', '/data/100% "mine" $HOME');
  expect(unit).toContain(
    'ExecStart="/opt/node" "/home/a b/stockbook.mjs" "start" "--data" "/data/100%% \\"mine\\" $$HOME"\n',
  );
});
