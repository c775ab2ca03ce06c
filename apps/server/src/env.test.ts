import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectDir, readEnv, StartError } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

describe('TRUST_PROXY', () => {
  it.each([
    ['', false],
    ['off', false],
    ['0', false],
    ['on', 1],
    ['true', 1],
    ['1', 1],
    ['2', 2],
    ['10.0.0.1, 192.168.0.0/16', ['10.0.0.1', '192.168.0.0/16']],
    ['2001:db8::/32', ['2001:db8::/32']],
  ])('reads %j as %j', (value, trusted) => {
    vi.stubEnv('TRUST_PROXY', value);
    expect(readEnv().TRUST_PROXY).toEqual(trusted);
  });

  it.each([
    'everybody',
    '10.0.0.0/99',
    '10.0.0.0/0',
    '2001:db8::/129',
    '10.0.0.1/',
    '10.0.0.1/8/8',
    '10.0.0.1,',
  ])('rejects an invalid TRUST_PROXY by name: %s', (value) => {
    vi.stubEnv('TRUST_PROXY', value);
    expect(readEnv).toThrow('TRUST_PROXY must be off, on, a number of proxies, or their addresses');
  });
});

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://a,b/stockbook', 'DATABASE_URL must name one host, which leads to the primary'],
    [
      'postgres://user:pass@a:5432,b:5432/stockbook',
      'DATABASE_URL must name one host, which leads to the primary',
    ],
    ['mysql://a/stockbook', 'DATABASE_URL must be a postgres:// address'],
  ])('rejects the DATABASE_URL %s', (value, message) => {
    vi.stubEnv('DATABASE_URL', value);
    expect(readEnv).toThrow(new StartError(message));
  });

  it('accepts a comma in the password of DATABASE_URL', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://user:a,b@db.example.com/stockbook');
    expect(readEnv().DATABASE_URL).toBe('postgres://user:a,b@db.example.com/stockbook');
  });
});

describe('MCP', () => {
  it('reads MCP as off by default, and rejects it by name when it is neither on nor off', () => {
    expect(readEnv().MCP).toBe(false);
    vi.stubEnv('MCP', 'on');
    expect(readEnv().MCP).toBe(true);
    vi.stubEnv('MCP', 'yes');
    expect(readEnv).toThrow('MCP must be on or off');
  });
});

describe('prices during the session', () => {
  const url = 'http://127.0.0.1:1';

  it('reads that they are on, with the interval of each source, unless variables say otherwise', () => {
    expect(readEnv()).toMatchObject({
      QUOTES: true,
      QUOTE_SYMBOLS_MAX: 2_000,
      EODHD_QUOTES_PER_DAY: 20_000,
      TIINGO_QUOTES_PER_HOUR: 30,
      YAHOO_CONSENT: 'ask',
    });
    expect(readEnv().QUOTE_INTERVAL_S).toBeUndefined();
    vi.stubEnv('QUOTES', 'off');
    vi.stubEnv('QUOTE_INTERVAL_S', '300');
    expect(readEnv()).toMatchObject({ QUOTES: false, QUOTE_INTERVAL_S: 300 });
  });

  it.each([
    ['QUOTES', 'no', 'QUOTES must be on or off'],
    ['QUOTE_INTERVAL_S', '45', 'QUOTE_INTERVAL_S must be 15, 30, 60, 120, 300, 600 or 900'],
    ['QUOTE_SYMBOLS_MAX', '99', 'QUOTE_SYMBOLS_MAX must be'],
    ['QUOTE_SYMBOLS_MAX', '20001', 'QUOTE_SYMBOLS_MAX must be'],
    ['YAHOO_CONSENT', 'yes', 'YAHOO_CONSENT must be ask or accept'],
  ])('rejects %s=%s by name', (name, value, message) => {
    vi.stubEnv(name, value);
    expect(readEnv).toThrow(message);
  });

  it.each([
    ['yahoo', undefined, false],
    ['auto', undefined, false],
    ['yahoo', url, true],
    ['simulated', undefined, true],
  ])('accepts an interval of 15 seconds from %s at %s: %s', (mode, yahooUrl, isAccepted) => {
    vi.stubEnv('QUOTE_INTERVAL_S', '15');
    vi.stubEnv('MARKET_DATA', mode);
    vi.stubEnv('YAHOO_URL', yahooUrl);
    const message = 'QUOTE_INTERVAL_S must be at least 60 when prices come from Yahoo';
    if (isAccepted) expect(readEnv().QUOTE_INTERVAL_S).toBe(15);
    else expect(readEnv).toThrow(new StartError(message));
  });
});

describe('PWA', () => {
  it('reads PWA as on unless it is off', () => {
    expect(readEnv().PWA).toBe(true);
    vi.stubEnv('PWA', 'off');
    expect(readEnv().PWA).toBe(false);
  });
});

describe('UPDATE_CHECK', () => {
  it('reads UPDATE_CHECK as off unless it is an address', () => {
    expect(readEnv().UPDATE_CHECK).toBeNull();
    vi.stubEnv('UPDATE_CHECK', 'off');
    expect(readEnv().UPDATE_CHECK).toBeNull();
    vi.stubEnv('UPDATE_CHECK', 'https://git.example.com/releases/latest');
    expect(readEnv().UPDATE_CHECK).toBe('https://git.example.com/releases/latest');
    vi.stubEnv('UPDATE_CHECK', 'on');
    expect(readEnv).toThrow('UPDATE_CHECK must be off or an http:// or https:// address');
  });
});

describe('TIINGO_TOKEN and EODHD_TOKEN', () => {
  it.each(['TIINGO', 'EODHD'])('%s_TOKEN is required by its mode and named when it is missing', (name) => {
    vi.stubEnv('MARKET_DATA', name.toLowerCase());
    expect(readEnv).toThrow(`${name}_TOKEN must be your token of`);
    vi.stubEnv(`${name}_TOKEN`, 'a-key');
    expect(readEnv().MARKET_DATA).toBe(name.toLowerCase());
  });

  it.each(['TIINGO_TOKEN', 'EODHD_TOKEN'])(
    '%s is rejected when it cannot be sent, without its value',
    (name) => {
      vi.stubEnv(name, 'a key\nX-Injected: 1');
      expect(readEnv).toThrow(new StartError(`${name} must be a token without blanks`));
    },
  );
});

describe('CORS_ORIGINS', () => {
  it.each([
    ['', []],
    ['https://app.example.com', ['https://app.example.com']],
    ['http://localhost:5173, chrome-extension://abc', ['http://localhost:5173', 'chrome-extension://abc']],
  ])('reads %j as %j', (value, origins) => {
    vi.stubEnv('CORS_ORIGINS', value);
    expect(readEnv().CORS_ORIGINS).toEqual(origins);
  });

  it.each([
    'example.com',
    'localhost:5173',
    '*',
    'https://app.example.com/',
    'https://app.example.com:443',
    'https://App.example.com',
    'https://app.example.com https://other.example.com',
  ])('rejects CORS_ORIGINS by name when it contains what no browser sends as an origin: %s', (value) => {
    vi.stubEnv('CORS_ORIGINS', value);
    expect(readEnv).toThrow('CORS_ORIGINS must be origins like https://app.example.com');
  });
});

describe('MARKET_DATA_CSV_DIR', () => {
  it.each(['', '/no/such/folder', import.meta.filename])(
    'rejects MARKET_DATA_CSV_DIR by name when it is not a folder: %s',
    (value) => {
      vi.stubEnv('MARKET_DATA', 'csv');
      vi.stubEnv('MARKET_DATA_CSV_DIR', value);
      expect(readEnv).toThrow(
        'MARKET_DATA_CSV_DIR must name the folder of CSV files when MARKET_DATA is csv',
      );
    },
  );

  it('accepts a folder', () => {
    vi.stubEnv('MARKET_DATA', 'csv');
    vi.stubEnv('MARKET_DATA_CSV_DIR', import.meta.dirname);
    expect(readEnv().MARKET_DATA_CSV_DIR).toBe(import.meta.dirname);
  });
});

describe('DATA_DIR', () => {
  it.each([
    ['', join(projectDir, '.data')],
    ['elsewhere', join(projectDir, 'elsewhere')],
    ['/srv/stockbook', '/srv/stockbook'],
  ])('resolves %j to %s in any working directory', (value, dataDir) => {
    vi.stubEnv('DATA_DIR', value);
    vi.spyOn(process, 'cwd').mockReturnValue('/tmp');
    expect(readEnv().DATA_DIR).toBe(dataDir);
  });
});

describe('quotas', () => {
  it('reads quotas from the variables of .env.example and docs/limits.md', async () => {
    const namesIn = async (file: string) => {
      const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
      return new Set(text.match(/\bMAX_\w+_PER_USER\w*/g));
    };
    const names = await namesIn('.env.example');
    expect(names.size).toBe(19);
    expect(await namesIn('docs/limits.md')).toEqual(names);
    for (const name of names) vi.stubEnv(name, '5000');
    expect(readEnv()).toMatchObject(Object.fromEntries([...names].map((name) => [name, 5000])));
  });

  it.each(['0', '-1', '1.5', 'many', '10000000000'])('rejects a quota of %s by name', (value) => {
    vi.stubEnv('MAX_NOTES_BYTES_PER_USER', value);
    expect(readEnv).toThrow('MAX_NOTES_BYTES_PER_USER must be a whole number from 1 to 1000000000');
  });
});

describe('the settings of notifications', () => {
  it('reads the settings of notifications', () => {
    vi.stubEnv('PUBLIC_URL', 'https://stocks.example.com/');
    vi.stubEnv('SMTP_URL', 'smtps://user:password@mail.example.com');
    vi.stubEnv('MAIL_FROM', 'Stockbook <bot@example.com>');
    vi.stubEnv('NOTIFY_ALLOW_HOSTS', 'ntfy.lan, 192.168.1.20,10.0.0.0/8, fd00::/8');
    vi.stubEnv('SECRET_KEY', '0f'.repeat(32));
    expect(readEnv()).toMatchObject({
      PUBLIC_URL: 'https://stocks.example.com',
      MAIL_FROM: 'Stockbook <bot@example.com>',
      NOTIFY_ALLOW_HOSTS: ['ntfy.lan', '192.168.1.20', '10.0.0.0/8', 'fd00::/8'],
    });
  });

  it.each([
    ['PUBLIC_URL', 'stocks.example.com'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['NOTIFY_ALLOW_HOSTS', 'http://ntfy.lan'],
    ['NOTIFY_ALLOW_HOSTS', '10.0.0.0/99'],
    ['SECRET_KEY', 'geheim'],
  ])('rejects an invalid setting of notifications by name, without its value: %s', (name, value) => {
    vi.stubEnv(name, value);
    vi.stubEnv('MAIL_FROM', 'bot@example.com');
    expect(readEnv).toThrow(new RegExp(`^${name} must be (?!.*geheim)`));
  });

  it('requires a sender when a mail server is set', () => {
    vi.stubEnv('SMTP_URL', 'smtp://mail.example.com');
    expect(readEnv).toThrow('MAIL_FROM must be the sender of emails when SMTP_URL is set');
  });
});
