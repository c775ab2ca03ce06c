import { etagFor } from '../answer-version.ts';
import { watchListInput } from '../stocks/schemas.ts';

export const versionOfWatchList = etagFor(watchListInput, ({ versions }, bearer) =>
  versions.watchListEtag(bearer),
);
