import { cleanUp } from '@stockbook/api';
import { dayMs } from '@stockbook/common/durations';
import { sql } from '@stockbook/db/testing';
import { type PushService, startPushService } from '@stockbook/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { addDevice, listChannels, noticesOf, register, signInAgain } from '../support/with-devices.ts';

const harness = useHarness({ NOTIFY_ALLOW_HOSTS: ['localhost'], MAIL_FROM: 'Stockbook <bot@example.com>' });

let pushService: PushService;
beforeAll(async () => {
  pushService = await startPushService();
});
afterAll(() => pushService.close());

const list = (token: string) => listChannels(harness(), token);

function execute(statement: ReturnType<typeof sql>) {
  return statement.execute(harness().services.database.fork().getKysely());
}

describe('the end of a sign-in', () => {
  const password = {
    current_password: 'a long and private sentence',
    new_password: 'another private sentence',
  };

  /** A user with a device of this sign-in, and one of another. */
  async function twoDevices() {
    const user = await harness().signUp();
    await register(harness(), user.token, pushService.subscribe(), { name: 'here' });
    const other = await signInAgain(harness(), user);
    await register(harness(), other.token, pushService.subscribe(), { name: 'there' });
    const { body } = await harness().rest('GET', '/auth/sign-ins', { token: user.token });
    const there = (body.sign_ins as { id: string; is_current: boolean }[]).find((entry) => !entry.is_current);
    return { ...user, there: { ...other, id: there?.id } };
  }

  type Devices = Awaited<ReturnType<typeof twoDevices>>;

  it.each([
    ['that sign-in signs out', ({ there }: Devices) => ['POST', '/auth/logout', there.token] as const],
    ['it is ended', ({ token, there }: Devices) => ['DELETE', `/auth/sign-ins/${there.id}`, token] as const],
    [
      'all others are ended',
      ({ token }: Devices) => ['POST', '/auth/logout-all', token, { except_current: true }] as const,
    ],
    [
      'a changed password ends others',
      ({ token }: Devices) =>
        ['POST', '/auth/password', token, { ...password, end_other_sign_ins: true }] as const,
    ],
  ])('deletes its device when %s', async (_, request) => {
    const devices = await twoDevices();
    const [method, path, token, body] = request(devices);
    const { status, body: answer } = await harness().rest(method, path, { token, ...(body && { body }) });
    expect(status).toBe(200);
    const current = 'access_token' in answer ? String(answer.access_token) : devices.token;
    expect(await list(current)).toMatchObject([{ name: 'here' }]);
  });

  it('deletes its device when a replaced refresh token is used again', async () => {
    const { token, there } = await twoDevices();
    const refresh = () =>
      harness().rest('POST', '/auth/refresh', { body: { refresh_token: there.refreshToken, rotate: true } });
    expect((await refresh()).status).toBe(200);
    await execute(sql`update refresh_token set replaced_at = replaced_at - interval '2 minutes'`);
    expect((await refresh()).status).toBe(401);
    expect(await list(token)).toMatchObject([{ name: 'here' }]);
  });

  it('keeps its device when the sign-in expires, until all are ended', async () => {
    const { token, there } = await twoDevices();
    await execute(sql`update session set expires_at = now() where id = ${there.id}`);
    await cleanUp(harness().services, new AbortController().signal);
    expect((await list(token)).map(({ name }) => name)).toEqual(['there', 'here']);
    await harness().rest('POST', '/auth/logout-all', { token, body: { except_current: true } });
    expect(await list(token)).toMatchObject([{ name: 'here' }]);
  });
});

it('deletes a device after 60 days, and reminds its user once after 53', async () => {
  const device = await addDevice(harness(), pushService);
  const { services } = harness();
  const clean = () => cleanUp(services, new AbortController().signal);
  const unseenFor = (days: number) =>
    execute(
      sql`update notification_channel set last_seen_at = ${new Date(Date.now() - days * dayMs)} where id = ${device.id}`,
    );
  await unseenFor(52);
  await clean();
  expect(await noticesOf(harness(), device.token)).toEqual([]);
  await unseenFor(54);
  await clean();
  await clean();
  await expect
    .poll(() => device.browser.messages())
    .toMatchObject([
      { title: 'Stockbook', body: 'Open Stockbook to keep receiving signals here.', url: '/signals' },
    ]);
  expect(await noticesOf(harness(), device.token)).toEqual([
    'Notifications on Chrome on Android end in 7 days, because Stockbook was not opened there for 53 days',
  ]);
  await unseenFor(61);
  await clean();
  expect(await list(device.token)).toEqual([]);
});
