import { versionBy } from '../answer-version.ts';
import { barsInput } from './schemas.ts';

export const versionOfBars = versionBy(barsInput, ({ versions }, bearer, { symbol }) =>
  versions.ofBars(bearer, symbol),
);
