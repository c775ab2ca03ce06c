import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
