import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSubscription, verifyVapid } from './push-message.ts';

/** The example of RFC 8291, section 5 and appendix A. */
const example = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  text: 'When I grow up, I want to be a watermelon',
};

it('decrypts the example of RFC 8291', () => {
  const { keys, decrypt } = createSubscription(example);
  expect(keys).toEqual({ p256dh: example.publicKey, auth: example.auth });
  expect(decrypt(Buffer.from(example.body, 'base64url'))).toBe(example.text);
});

it('decrypts neither a changed message nor one for other keys', () => {
  const body = Buffer.from(example.body, 'base64url');
  expect(() => createSubscription().decrypt(body)).toThrow();
  const changed = Buffer.from(body);
  changed.writeUInt8(changed.readUInt8(body.length - 20) ^ 1, body.length - 20);
  expect(() => createSubscription(example).decrypt(changed)).toThrow();
});

/** The example of RFC 8292, section 2.4. */
const token = [
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9',
  'eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
  'i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA',
].join('.');
const key = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

it('verifies the example of RFC 8292', () => {
  expect(verifyVapid(`vapid t=${token}, k=${key}`)).toEqual({
    publicKey: key,
    header: { typ: 'JWT', alg: 'ES256' },
    claims: { aud: 'https://push.example.net', exp: 1_453_523_768, sub: 'mailto:push@example.com' },
  });
});

it('rejects a token that another key has signed', () => {
  const other = createECDH('prime256v1').generateKeys('base64url');
  expect(() => verifyVapid(`vapid t=${token}, k=${other}`)).toThrow('not valid');
});
