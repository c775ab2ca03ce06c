import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isPathOf } from './messages.ts';
import {
  type ClickSurroundings,
  onNotificationClick,
  onPush,
  onSubscriptionChange,
  type PageWindow,
  type PushSurroundings,
} from './push.ts';

const origin = 'https://stockbook.example.com';
const now = 1_795_000_000_000;
const channelId = '6f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11';
const device = { channelId, isSignedIn: true, endpoint: null, registeredAt: 0 };

const text = {
  v: 1,
  to: channelId,
  title: 'Signal: AAPL',
  body: 'AAPL: RSI (14) crossed above 30.',
  url: '/stocks/AAPL?date=2026-11-20',
  tag: '7f1de0c4-58a2-4b7f-9f0c-0d3a6a3f4c11',
  at: 1_794_000_000_000,
  unread: 3,
};

const signIn = {
  title: 'Stockbook',
  body: 'Sign in to see what is new',
  tag: 'sign-in',
  timestamp: now,
  url: '/signals',
};
const unreadable = { ...signIn, body: 'Open to see what is new', tag: 'unreadable' };

/** A worker whose effects are recorded. */
function worker(changes: Partial<PushSurroundings> = {}) {
  return {
    origin,
    now: () => now,
    readDevice: async () => device,
    show: vi.fn(async () => {}),
    endSubscription: vi.fn(async () => {}),
    setBadge: vi.fn(async () => {}),
    broadcast: vi.fn(async () => {}),
    ...changes,
  } satisfies PushSurroundings;
}

const send = (message: object, surroundings: PushSurroundings) =>
  onPush(() => JSON.stringify(message), surroundings);

describe('a push message', () => {
  it('shows its text, sets the badge, and refreshes open pages', async () => {
    const surroundings = worker();
    await send(text, surroundings);
    const { title, body, tag, at, url } = text;
    expect(surroundings.show).toHaveBeenCalledExactlyOnceWith({ title, body, tag, timestamp: at, url });
    expect(surroundings.setBadge).toHaveBeenCalledExactlyOnceWith(3);
    expect(surroundings.broadcast).toHaveBeenCalledExactlyOnceWith({ word: 'refresh' });
    expect(surroundings.endSubscription).not.toHaveBeenCalled();
  });

  it('ends the subscription of a browser that keeps no channel, also if the text is readable', async () => {
    const surroundings = worker({ readDevice: async () => ({ ...device, channelId: null }) });
    await send(text, surroundings);
    expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(signIn);
    expect(surroundings.endSubscription).toHaveBeenCalledOnce();
    expect(surroundings.setBadge).not.toHaveBeenCalled();
  });

  it('keeps the subscription, and shows no content, while no user is signed in', async () => {
    const surroundings = worker({ readDevice: async () => ({ ...device, isSignedIn: false }) });
    await send(text, surroundings);
    expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(signIn);
    expect(surroundings.endSubscription).not.toHaveBeenCalled();
    expect(surroundings.setBadge).not.toHaveBeenCalled();
  });

  it('keeps the subscription, and shows no content, when the store cannot be read', async () => {
    const surroundings = worker({ readDevice: () => Promise.reject(new DOMException('Not now')) });
    await send(text, surroundings);
    expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(signIn);
    expect(surroundings.endSubscription).not.toHaveBeenCalled();
  });

  it('ends the subscription when the message is for another channel', async () => {
    const surroundings = worker();
    await send({ ...text, to: '00000000-0000-4000-8000-000000000000' }, surroundings);
    expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(signIn);
    expect(surroundings.endSubscription).toHaveBeenCalledOnce();
  });

  it.each([
    ['another version', { v: 2 }],
    ['no channel', { to: undefined }],
    ['a title of 201 characters', { title: 'a'.repeat(201) }],
    ['an empty title', { title: '' }],
    ['a body of 3,001 characters', { body: 'a'.repeat(3001) }],
    ['a number as body', { body: 1 }],
    ['no tag', { tag: null }],
    ['a time as text', { at: '2026-11-20' }],
    ['a time beyond the calendar', { at: 8.65e15 }],
    ['a negative count', { unread: -1 }],
    ['a fraction as count', { unread: 0.5 }],
    ['an address of another origin', { url: 'https://example.com/' }],
    ['a host in place of a path', { url: '//example.com/' }],
    ['a host after a backslash', { url: '/\\example.com/' }],
    ['a script as address', { url: 'javascript:alert(1)' }],
  ])('shows that something is new when it has %s', async (_, changes) => {
    const surroundings = worker();
    await send({ ...text, ...changes }, surroundings);
    expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(unreadable);
    expect(surroundings.broadcast).toHaveBeenCalledOnce();
  });

  it.each(['', '{', 'null', '[]', '"text"', '1'])(
    'shows that something is new for the text %j',
    async (words) => {
      const surroundings = worker();
      await onPush(() => words, surroundings);
      expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(unreadable);
    },
  );

  it('shows that something is new when its bytes cannot be read', async () => {
    const surroundings = worker();
    const failing = () => {
      throw new TypeError('The encoded data was not valid');
    };
    await onPush(failing, surroundings);
    expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(unreadable);
  });

  it('shows its notification when nothing else works', async () => {
    const failing = async () => {
      throw new DOMException('Not allowed');
    };
    const surroundings = worker({ endSubscription: failing, setBadge: failing, broadcast: failing });
    await send(text, surroundings);
    expect(surroundings.show).toHaveBeenCalledOnce();
    await send({ ...text, to: 'other' }, surroundings);
    expect(surroundings.show).toHaveBeenCalledTimes(2);
  });

  it('never ends without exactly one notification, whatever it contains', async () => {
    const state = fc.record({
      channelId: fc.constantFrom(null, channelId, 'other'),
      isSignedIn: fc.boolean(),
      endpoint: fc.constant(null),
      registeredAt: fc.constant(0),
    });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 4000 }),
      fc.json().map((json) => new TextEncoder().encode(json)),
      fc
        .record(
          {
            v: fc.constant(1),
            to: fc.constantFrom(channelId, 'other'),
            title: fc.string(),
            body: fc.string(),
            url: fc.oneof(fc.webPath(), fc.webUrl(), fc.string()),
            tag: fc.uuid(),
            at: fc.double(),
            unread: fc.integer(),
          },
          { requiredKeys: ['v', 'to'] },
        )
        .map((message) => new TextEncoder().encode(JSON.stringify(message))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, state, async (message, stored) => {
        const surroundings = worker({ readDevice: async () => stored });
        await onPush(() => new TextDecoder('utf-8', { fatal: true }).decode(message), surroundings);
        expect(surroundings.show).toHaveBeenCalledOnce();
        expect(surroundings.show).toHaveBeenCalledWith({
          title: expect.any(String),
          body: expect.any(String),
          tag: expect.any(String),
          timestamp: expect.any(Number),
          url: expect.toSatisfy((url) => isPathOf(origin, url)),
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('a click on a notification', () => {
  function windows(...answers: boolean[]) {
    return answers.map((isAnswered) => ({
      ask: vi.fn(async () => isAnswered),
      focus: vi.fn(async () => {}),
    })) satisfies PageWindow[];
  }

  function clicked(open: readonly PageWindow[]) {
    return {
      origin,
      close: vi.fn(),
      listWindows: async () => open,
      openWindow: vi.fn(async () => {}),
    } satisfies ClickSurroundings;
  }

  it('leads the window last used to the path, and focuses it', async () => {
    const [page, other] = windows(true, true);
    const surroundings = clicked([page, other].filter((window) => window !== undefined));
    await onNotificationClick('/stocks/AAPL?date=2026-11-20', surroundings);
    expect(surroundings.close).toHaveBeenCalledOnce();
    expect(page?.ask).toHaveBeenCalledExactlyOnceWith({ word: 'open', url: '/stocks/AAPL?date=2026-11-20' });
    expect(page?.focus).toHaveBeenCalledOnce();
    expect(other?.ask).not.toHaveBeenCalled();
    expect(surroundings.openWindow).not.toHaveBeenCalled();
  });

  it('opens a window when there is none', async () => {
    const surroundings = clicked([]);
    await onNotificationClick('/signals', surroundings);
    expect(surroundings.close).toHaveBeenCalledOnce();
    expect(surroundings.openWindow).toHaveBeenCalledExactlyOnceWith('/signals');
  });

  it('opens a window when the page does not answer', async () => {
    const [page] = windows(false);
    const surroundings = clicked(page ? [page] : []);
    await onNotificationClick('/signals', surroundings);
    expect(page?.focus).not.toHaveBeenCalled();
    expect(surroundings.openWindow).toHaveBeenCalledExactlyOnceWith('/signals');
  });

  it('leaves a window without the focus when the browser refuses it', async () => {
    const page = { ask: async () => true, focus: () => Promise.reject(new DOMException('Not allowed')) };
    const surroundings = clicked([page]);
    await onNotificationClick('/signals', surroundings);
    expect(surroundings.openWindow).not.toHaveBeenCalled();
  });

  it.each([undefined, null, 1, '', 'stocks', '//example.com', '/\\example.com', 'https://example.com/'])(
    'opens the inbox in place of %j',
    async (url) => {
      const surroundings = clicked([]);
      await onNotificationClick(url, surroundings);
      expect(surroundings.openWindow).toHaveBeenCalledExactlyOnceWith('/signals');
    },
  );
});

describe('a replaced subscription', () => {
  it('makes the next start of a page register it', async () => {
    const writeDevice = vi.fn(async () => {});
    await onSubscriptionChange(writeDevice);
    expect(writeDevice).toHaveBeenCalledExactlyOnceWith({ endpoint: null });
  });

  it('ends without an error when nothing can be stored', async () => {
    const writeDevice = vi.fn(() => Promise.reject(new DOMException('Quota')));
    await onSubscriptionChange(writeDevice);
    expect(writeDevice).toHaveBeenCalledOnce();
  });
});
