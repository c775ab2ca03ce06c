import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

/** The fields that hold names: label, path, field, and the other fields of a valid body. */
const fields = [
  [
    'Username',
    '/auth/register',
    'username',
    { email: 'new@example.com', password: 'a long and private sentence' },
  ],
  [
    'First name',
    '/auth/register',
    'first_name',
    { email: 'new@example.com', username: 'new', password: 'a long and private sentence' },
  ],
  [
    'Last name',
    '/auth/register',
    'last_name',
    { email: 'new@example.com', username: 'new', password: 'a long and private sentence' },
  ],
  ['Name', '/auth/tokens', 'name', {}],
  ['Name', '/strategies/', 'name', {}],
  ['Name', '/portfolios/', 'name', {}],
  ['Name', '/lists/', 'name', {}],
  ['Name', '/study-sets/', 'name', { studies: [{ indicator_function: 'SMA' }] }],
  [
    'indicator_name',
    '/indicators/calculate',
    'indicator_name',
    { stock_symbol: 'AAPL', ta_indicator: 'SMA' },
  ],
] as const;

const unsafeNames = {
  'an escape sequence': 'eve\u001b[2J',
  'a line break': 'eve\nroot',
  'a tab': 'eve\troot',
  'a C1 control': 'eve\u009b2J',
  'a change of direction': 'eve\u202Etoor',
  'a zero-width space': 'ro\u200Bot',
  'a joiner that joins nothing': 'ro\u200Dot',
  'a joiner at the end': 'نام\u200C',
  'a line separator': 'eve\u2028root',
  'a paragraph separator': 'eve\u2029root',
};

describe('a name', () => {
  it.each(fields)(
    '%s of %s is rejected if it contains control or invisible characters',
    async (label, path, field, others) => {
      const { token } = await harness().signUp();
      for (const [kind, name] of Object.entries(unsafeNames)) {
        const { status, body } = await harness().rest('POST', path, {
          token,
          body: { ...others, [field]: name },
        });
        const message = `${label} contains control characters or invisible ones`;
        expect([kind, status, body.error]).toEqual([kind, 400, message]);
      }
    },
  );

  it('accepts a name in any script, with symbols', async () => {
    for (const [index, username] of [
      'Zoë Ångström',
      '株式会社',
      'ميرا',
      'می\u200Cخواهم',
      'ශ්\u200Dරී',
      '💡📈',
      '👩🏽\u200D💻',
      '❤️\u200D🔥',
    ].entries()) {
      const body = {
        email: `any-${index}@example.com`,
        username: `${username} ${index}`,
        password: 'a long and private sentence',
      };
      expect((await harness().rest('POST', '/auth/register', { body })).status).toBe(201);
    }
  });
});
