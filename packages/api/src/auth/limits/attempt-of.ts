import type { RequestContext } from '../../context.ts';
import type { Attempt } from './auth-limits.ts';

export function attemptOf(
  { address, device }: Pick<RequestContext, 'address' | 'device'>,
  account: string,
): Attempt {
  return { address, device: device.value, account };
}
