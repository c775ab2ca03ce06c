import { etagFor } from '../answer-version.ts';
import { watchListInput } from '../stocks/schemas.ts';

export const watchListEtag = etagFor(watchListInput, ({ versions }, token) => versions.watchListEtag(token));
