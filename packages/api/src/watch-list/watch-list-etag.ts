import { etagFor } from '../answer-version.ts';
import { watchListInput } from './schemas.ts';

export const watchListEtag = etagFor(watchListInput, ({ versions }, token) => versions.watchListEtag(token));
