/** Sentences of the codes with which a sign-in at the provider leads back. */
const sentences: Readonly<Record<string, (name: string) => string>> = {
  email_exists: () =>
    'An account with this email exists. Sign in with your password once, then connect it in the settings',
  no_email: (name) => `${name} sent no email address`,
  unreachable: (name) => `${name} cannot be reached. Try again, or sign in with your password`,
  refused: (name) => `${name} refused the sign-in`,
  not_begun: () => 'This sign-in was not begun in this browser',
  no_account: () => 'There is no account for you here. Ask the operator',
  connected_elsewhere: () => 'Another account here is connected with that sign-in',
  not_recent: (name) => `${name} did not say that you signed in just now`,
  too_many: () => 'Too many sign-ins from your network. Try again in a minute',
};

/**
 * The sentence of the problem in a page's fragment; null without one.
 * @param name of the provider
 */
export function providerProblem(fragment: string, name: string): string | null {
  const code = new URLSearchParams(fragment.replace(/^#/, '')).get('problem');
  if (code === null) return null;
  return Object.hasOwn(sentences, code) ? (sentences[code]?.(name) ?? null) : null;
}
