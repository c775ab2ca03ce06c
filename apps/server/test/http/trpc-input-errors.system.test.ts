import { type RestOperation, restOperations } from '@stockbook/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { document, resolve } from '../support/contract.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
});

/** The fields of an operation's input. */
function fieldsOf({ path, method }: RestOperation): string[] {
  const { parameters = [], requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
  const inUrl = parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name);
  const schema = requestBody?.content['application/json']?.schema;
  const { properties = {} } = resolve<{ properties?: object }>(Object(schema));
  return [...inUrl, ...Object.keys(properties)];
}

/** Wordings of Zod and of JSON.parse. */
const foreign =
  /expected|received|JSON input|^Invalid (input|option|string|email|type|key)|^Too (big|small)|^Unrecognized/i;

/** The messages with which an operation refuses inputs of wrong types. */
async function refusalsOf(operation: RestOperation): Promise<string[]> {
  const wrongValues = [null, 5, true, 'x', [], {}];
  const wrongFields = fieldsOf(operation).flatMap((field) =>
    wrongValues.map((value) => ({ name: 'x', [field]: value })),
  );
  const texts = [...wrongValues, ...wrongFields].map((input) => JSON.stringify(input));
  const messages: string[] = [];
  for (const text of ['', '{', ...texts]) {
    const url = `/trpc/${operation.name}`;
    const response = await harness().inject({
      ...(operation.method === 'GET'
        ? { method: 'GET', url: `${url}?input=${encodeURIComponent(text)}` }
        : { method: 'POST', url, payload: text }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    if (response.statusCode === 400) {
      const { message, data } = response.json().error;
      messages.push(message, ...(data.details ?? []).map((detail: { message: string }) => detail.message));
    }
    // `logout` and its like end the sign-in.
    if (response.statusCode === 401) token = (await harness().signUp()).token;
  }
  return [...new Set(messages)];
}

describe('the errors of inputs', () => {
  it.each(restOperations())('words the errors of inputs itself: $name', async (operation) => {
    const refusals = await refusalsOf(operation);
    expect(refusals.filter((message) => foreign.test(message))).toEqual([]);
  });

  it.each([
    ['auth.login', ['The input must be an object', 'The input is not valid JSON', 'Email is required']],
    ['stocks.task', ['taskId must be text']],
  ])('says what is wrong with an input: %s', async (name, messages) => {
    const operation = restOperations().find((each) => each.name === name);
    expect(operation && (await refusalsOf(operation))).toEqual(expect.arrayContaining(messages));
  });
});
