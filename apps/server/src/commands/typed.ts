import { isRelease } from '../env.ts';

/**
 * A command as the operator types it.
 * @param operands separated from the name: npm takes options before `--` for its own
 */
export function typed(name: string, operands = ''): string {
  if (isRelease) return `stockbook ${name} ${operands}`.trimEnd();
  return operands === '' ? `npm run ${name}` : `npm run ${name} -- ${operands}`;
}
