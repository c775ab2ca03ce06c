export const sinceNov3 = '2026-11-03T10:00:00.000Z';

/** In the form in which the server writes them. */
export const recoveryCodes = Array.from(
  { length: 10 },
  (_, index) => `K7QF-M2XA-ZC4R-6TNB-W5HD-YP${'ABCDEFGHIJ'[index]}J`,
);

/** The sign-in of the page, and an older one from a long address. */
export const signIns = [
  {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11',
    created_at: sinceNov3,
    last_used_at: new Date().toISOString(),
    expires_at: '2099-12-03T10:00:00.000Z',
    address: '203.0.113.7',
    client: 'Firefox on Linux',
    is_current: true,
  },
  {
    id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c12',
    created_at: '2026-10-20T10:00:00.000Z',
    last_used_at: '2026-10-30T10:00:00.000Z',
    expires_at: '2099-12-03T10:00:00.000Z',
    address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    client: 'Safari on iOS',
    is_current: false,
  },
];

/** Security events, newest first. */
export const events = [
  ['Signed in', 'Firefox on Linux', 1],
  ['Wrong password', 'Chrome on Windows', 12],
  ['Created a personal access token', 'Firefox on Linux', 1],
  ['The operator reset the password', 'operator', 1],
].map(([summary, client, count], index) => ({
  id: `0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4d1${index}`,
  at: new Date(Date.UTC(2026, 10, 3, 12 - index)).toISOString(),
  kind: 'signed_in',
  summary,
  address: client === 'operator' ? null : '203.0.113.7',
  client,
  sign_in_id: null,
  token_id: null,
  count,
}));
