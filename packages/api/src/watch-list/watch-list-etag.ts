import { versionBy } from '../answer-version.ts';
import { watchListInput } from '../stocks/schemas.ts';

export const versionOfWatchList = versionBy(watchListInput, ({ versions }, bearer) =>
  versions.ofWatchList(bearer),
);
