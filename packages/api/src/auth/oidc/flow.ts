import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '@stockbook/common/durations';
import { z } from 'zod';
import { newToken } from '../access-tokens/new-token.ts';

/** How long a person may take at the provider. */
export const flowMs = 10 * minuteMs;

/** The purpose of a sign-in at the provider. Connecting and confirming belong to a session. */
const purpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-in') }),
  z.object({ kind: z.enum(['connect', 'confirm']), userId: z.uuid(), sessionId: z.uuid() }),
]);
export type FlowPurpose = z.infer<typeof purpose>;

const flow = z.object({
  purpose,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Milliseconds since 1970. */
  begunAt: z.number(),
});
/** A sign-in at the provider that has begun in one browser, which keeps it in a cookie. */
export type Flow = z.infer<typeof flow>;

/** Writes and reads the signed cookie of a flow. */
export interface FlowCookies {
  begin(purpose: FlowPurpose): { flow: Flow; cookie: string };
  /** Null if the text was not signed by this program or by this version of it, or the flow is over. */
  read(cookie: string): Flow | null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param secretKey `SECRET_KEY`, from which the key of the signatures is derived (HKDF, RFC 5869) */
export function createFlowCookies(secretKey: Uint8Array, clock: () => Date): FlowCookies {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sign-in by an identity provider', 32));
  const signatureOf = (content: string) => createHmac('sha256', key).update(content).digest();
  return {
    begin(purpose) {
      const flow = {
        purpose,
        state: newToken(),
        nonce: newToken(),
        verifier: newToken(),
        begunAt: clock().getTime(),
      };
      const content = Buffer.from(JSON.stringify(flow)).toString('base64url');
      return { flow, cookie: `${content}.${signatureOf(content).toString('base64url')}` };
    },
    read(cookie) {
      const [content = '', signature = ''] = cookie.split('.');
      const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(content)];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const { data } = flow.safeParse(parseJson(Buffer.from(content, 'base64url').toString('utf8')));
      return data && clock().getTime() - data.begunAt < flowMs ? data : null;
    },
  };
}
