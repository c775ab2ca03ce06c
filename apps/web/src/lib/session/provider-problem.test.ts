import { expect, it } from 'vitest';
import { providerProblem } from './provider-problem.ts';

it.each([
  [
    '#problem=email_exists',
    'An account with this email exists. Sign in with your password once, then connect it in the settings',
  ],
  ['#problem=no_email', 'Authelia sent no email address'],
  ['#problem=unreachable', 'Authelia cannot be reached. Try again, or sign in with your password'],
  ['#problem=refused', 'Authelia refused the sign-in'],
  ['#problem=not_begun', 'This sign-in was not begun in this browser'],
  ['#problem=no_account', 'There is no account for you here. Ask the operator'],
  ['#problem=connected_elsewhere', 'Another account here is connected with that sign-in'],
  ['#problem=not_recent', 'Authelia did not say that you signed in just now'],
  ['#problem=too_many', 'Too many sign-ins from your network. Try again in a minute'],
  ['#problem=toString', null],
  ['#problem=Call+me', null],
  ['', null],
])('words the problem in the fragment %s', (fragment, sentence) => {
  expect(providerProblem(fragment, 'Authelia')).toBe(sentence);
});
