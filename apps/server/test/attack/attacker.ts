import { type Call, send } from './send.ts';

/** An account of the attacker. */
export interface Attacker {
  readonly address: string;
  /** An access token of a sign-in. */
  readonly token: string;
  /** The values of `{{name}}` in a request, which take turns. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

const firstDay = Date.UTC(1990, 0, 1);
const dayMs = 86_400_000;

/** Unique in each request. Seven digits, so that the length of a request does not depend on them. */
const counters: Readonly<Record<string, (index: number) => string>> = {
  number: (index) => String(1_000_000 + index),
  day: (index) => new Date(firstDay + (index % 8_000) * dayMs).toISOString().slice(0, 10),
  limit: (index) => String(1_000 - (index % 500)),
};

/** Replaces each `{{name}}` of a text. @param index of the request */
function fill(text: string, { values }: Attacker, index: number): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const choices = values[name];
    const value = choices?.[index % choices.length] ?? counters[name]?.(index);
    if (value === undefined) throw new Error(`The attacker has no ${name}`);
    return value;
  });
}

/** Sends a request with the attacker's token, unless it has one. */
export function attack(url: string, attacker: Attacker, call: Call, index: number, signal?: AbortSignal) {
  const { method, path, headers = {}, body } = call;
  const own = Object.entries(headers).map(([name, value]) => [name, fill(value, attacker, index)]);
  const filled = {
    method,
    path: fill(path, attacker, index),
    headers: {
      authorization: `Bearer ${attacker.token}`,
      'accept-encoding': 'br',
      ...Object.fromEntries(own),
    },
    ...(body === undefined ? {} : { body: fill(body, attacker, index) }),
  };
  return send(url, attacker.address, filled, signal);
}
