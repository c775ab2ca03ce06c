export const sessionOnly = 'Requires an access token; a personal access token gets 401.';

export const confirmedOnly =
  'Requires that the user has signed in or called **confirm** within ten minutes; otherwise 403 with the code `CONFIRMATION_REQUIRED`.';
