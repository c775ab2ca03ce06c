export const sessionOnly = 'Requires an access token; a personal access token gets 401.';

export const confirmedOnly =
  'Requires that the password was entered for this sign-in within ten minutes, at sign-in or by **confirm**; otherwise 403 with the code `CONFIRMATION_REQUIRED`.';
