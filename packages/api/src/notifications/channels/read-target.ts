import type { ChannelKind } from '@stockbook/db';
import { z } from 'zod';
import type { Services } from '../../context.ts';
import { fieldError } from '../../errors.ts';

/** Checks of a target by kind, besides that of its address. */
const pathForms: Readonly<
  Record<Exclude<ChannelKind, 'email' | 'web_push'>, { form: RegExp; error: string }>
> = {
  webhook: { form: /^/, error: '' },
  ntfy: {
    form: /^(\/[^/]+)*\/[-_A-Za-z0-9]{1,64}\/?$/,
    error: 'Target must be a topic of ntfy, like https://ntfy.sh/my-stock-signals',
  },
  apprise: {
    form: /\/notify\/[^/]+\/?$/,
    error: 'Target must be the address of a configuration, like https://apprise.example.com/notify/key',
  },
};

/**
 * Validates the target of a channel, and resolves its host.
 * @returns the target as it is stored
 * @throws AppError BAD_REQUEST
 */
export async function readTarget(
  { notifier }: Pick<Services, 'notifier'>,
  kind: Exclude<ChannelKind, 'web_push'>,
  text: string,
): Promise<string> {
  const target = text.trim();
  if (kind === 'email') {
    if (!z.email().safeParse(target).success) throw fieldError('target', 'Target must be an email address');
    return target;
  }
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw fieldError('target', 'Target must be an address like https://example.com/path');
  }
  if (url.username !== '' || url.password !== '') {
    throw fieldError('target', 'Target must not contain a user name or password');
  }
  const { form, error } = pathForms[kind];
  if (!form.test(url.pathname)) throw fieldError('target', error);
  const refusal = await notifier.refusalOf(url);
  if (refusal !== null) throw fieldError('target', refusal);
  return url.href;
}
