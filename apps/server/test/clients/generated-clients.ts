import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

/** A generator of TypeScript clients, as its documentation says to use it. */
export interface Generator {
  /** Generates a client into a folder. */
  generate(documentUrl: string, folder: string): Promise<void>;
  /** A script that runs the main flow through the client, with the code that one would first write. */
  readonly program: string;
}

const start = `
const [, , url = '', username = ''] = process.argv;
const email = \`\${username}@example.com\`;
const password = 'a long and private sentence';
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
`;

const openapiFetch: Generator = {
  async generate(documentUrl, folder) {
    await writeFile(join(folder, 'client.ts'), astToString(await openapiTS(new URL(documentUrl))));
  },
  program: `
import createClient from 'openapi-fetch';
import type { paths } from './client.ts';
${start}
const client = createClient<paths>({ baseUrl: url });
await client.POST('/auth/register', { body: { email, username, password } });
const { data: signIn } = await client.POST('/auth/login', { body: { email, password } });
if (!signIn) throw new Error('not signed in');
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', \`Bearer \${signIn.access_token}\`);
    return request;
  },
});

const { data: added } = await client.POST('/stocks', { body: { symbol: 'AAPL' } });
const taskId = added?.data?.task_id ?? '';
for (let status = 'PENDING'; status !== 'SUCCESS'; await pause()) {
  const { data: task, error } = await client.GET('/stocks/tasks/{taskId}', { params: { path: { taskId } } });
  if (error) throw new Error(error.error);
  status = task.status;
}
const { data: bars } = await client.GET('/stocks/{symbol}/data', {
  params: { path: { symbol: 'AAPL' }, query: { start_date: '2020-01-06', end_date: '2020-01-10' } },
});
const closes: number[] = bars?.data.map(({ close }) => close) ?? [];

const { data: started } = await client.POST('/indicators/calculate', {
  body: { stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { timeperiod: 14 } },
});
const { error: refused } = await client.GET('/stocks/{symbol}', { params: { path: { symbol: 'NONE' } } });

// Fields with default values can be left out.
await client.POST('/auth/tokens', { body: { name: 'script' } });
await client.POST('/portfolios', { body: { name: 'Depot' } });
await client.POST('/study-sets', { body: { name: 'Trend', studies: [{ indicator_function: 'SMA' }] } });
await client.POST('/signals/rules', { body: { when: 'close > 1', symbol: 'AAPL' } });
await client.POST('/stocks/import', { body: { text: 'AAPL' } });
const { data: strategy } = await client.POST('/strategies', { body: { name: 'Dip' } });
const strategyId = strategy?.id ?? '';
await client.POST('/strategies/{strategyId}/backtests', {
  params: { path: { strategyId } },
  body: { settings: { cash: 5000 } },
});
console.log(JSON.stringify([closes.length, started?.ta_indicator, refused?.error]));
`,
};

const orval: Generator = {
  async generate(documentUrl, folder) {
    const output = {
      target: join(folder, 'client.ts'),
      client: 'fetch',
      baseUrl: documentUrl.replace(/\/openapi.json$/, ''),
    } as const;
    await generate({ input: documentUrl, output });
  },
  program: `
import * as stockbook from './client.ts';
${start}
await stockbook.register({ email, username, password });
const signIn = await stockbook.login({ email, password });
if (signIn.status !== 200) throw new Error(signIn.data.error);
const options = { headers: { authorization: \`Bearer \${signIn.data.access_token}\` } };

const added = await stockbook.addStock({ symbol: 'AAPL' }, options);
if (added.status !== 202) throw new Error('not added');
const taskId = added.data.data?.task_id ?? '';
for (let status = 'PENDING'; status !== 'SUCCESS'; await pause()) {
  const task = await stockbook.getStockTask(taskId, options);
  if (task.status !== 200) throw new Error(task.data.error);
  status = task.data.status;
}
const bars = await stockbook.getBars('AAPL', { start_date: '2020-01-06', end_date: '2020-01-10' }, options);
if (bars.status !== 200) throw new Error('no bars');
const closes: number[] = bars.data.data.map(({ close }) => close);

const started = await stockbook.calculateIndicator({ stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { timeperiod: 14 } }, options);
if (started.status !== 202) throw new Error(started.data.error);
const refused = await stockbook.getStock('NONE', options);
console.log(JSON.stringify([closes.length, started.data.ta_indicator, refused.status === 404 && refused.data.error]));
`,
};

const heyApi: Generator = {
  async generate(documentUrl, folder) {
    await createClient({
      input: documentUrl,
      output: { path: join(folder, 'client'), module: { extension: '.ts' } },
      logs: { level: 'silent', file: false },
    });
  },
  program: `
import { client } from './client/client.gen.ts';
import * as stockbook from './client/index.ts';
${start}
client.setConfig({ baseUrl: url });
await stockbook.register({ body: { email, username, password } });
const { data: signIn } = await stockbook.login({ body: { email, password } });
if (!signIn) throw new Error('not signed in');
client.setConfig({ auth: signIn.access_token });

const { data: added } = await stockbook.addStock({ body: { symbol: 'AAPL' } });
const taskId = added?.data?.task_id ?? '';
for (let status = 'PENDING'; status !== 'SUCCESS'; await pause()) {
  const { data: task, error } = await stockbook.getStockTask({ path: { taskId } });
  if (error) throw new Error(error.error);
  status = task.status;
}
const { data: bars } = await stockbook.getBars({
  path: { symbol: 'AAPL' },
  query: { start_date: '2020-01-06', end_date: '2020-01-10' },
});
const closes: number[] = bars?.data.map(({ close }) => close) ?? [];

const { data: started } = await stockbook.calculateIndicator({
  body: { stock_symbol: 'AAPL', ta_indicator: 'RSI', parameters: { timeperiod: 14 } },
});
const { error: refused } = await stockbook.getStock({ path: { symbol: 'NONE' } });
console.log(JSON.stringify([closes.length, started?.ta_indicator, refused?.error]));
`,
};

export const generators: Readonly<Record<string, Generator>> = {
  'openapi-fetch': openapiFetch,
  orval,
  'hey-api': heyApi,
};
