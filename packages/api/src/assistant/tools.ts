import type { RequestContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { type JsonSchema, mapSchema } from '../openapi/map-schemas.ts';
import { tidySchema } from '../openapi/tidy-schema.ts';
import { type RestOperation, restOperations } from '../rest.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { lastRows, maxRowsOfList } from './last-rows.ts';

/** The calls of portfolios that an assistant may use: it only reads what is held, done and gained. */
const portfolioTools: ReadonlyMap<string, string> = new Map([
  ['listPortfolios', 'list_portfolios'],
  ['getHoldings', 'get_holdings'],
  ['getPerformance', 'get_performance'],
  ['listTransactions', 'list_transactions'],
]);

/** An operation that an assistant may call, in the terms of the Model Context Protocol. */
export interface AssistantTool {
  /** The `operationId`, or the name of a portfolio's tool. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isWrite: boolean;
  readonly isDestructive: boolean;
  /** Calls the procedure; rejects with its error. @returns texts for the assistant */
  call(context: RequestContext, input: Record<string, unknown>): Promise<string[]>;
}

/** Characters; about 40,000 tokens. A longer answer would displace the conversation. */
const maxAnswerLength = 120_000;

/** Characters of a streamed output, before its rows are shortened: about five whole histories. */
const maxReadLength = 5_000_000;

/** Null for an operation that is no tool. */
function toolName({
  isPublic,
  isWrite,
  tag,
  file,
  returnsSecret,
  operationId,
}: RestOperation): string | null {
  if (isPublic || tag === 'auth' || file !== undefined || returnsSecret) return null;
  if (isWrite && (tag === 'lists' || tag === 'journal' || tag === 'instruments')) return null;
  return tag === 'portfolios' ? (portfolioTools.get(operationId) ?? null) : operationId;
}

/**
 * Lists the operations of the REST API that are tools: without passwords and tokens, which an assistant must not see,
 * without downloads, and without those that change portfolios, lists, the journal or own instruments.
 */
export function assistantTools(): AssistantTool[] {
  return restOperations()
    .flatMap((operation) => {
      const name = toolName(operation);
      return name === null ? [] : [{ name, operation }];
    })
    .map(({ name, operation }) => ({
      name,
      title: operation.summary,
      description: describe(operation),
      inputSchema: mapSchema(operation.inputSchema, tidySchema),
      isWrite: operation.isWrite,
      isDestructive: operation.method === 'DELETE',
      call: (context, input) => callTool(operation, context, input),
    }));
}

function describe({ summary, description, hasSeries }: RestOperation): string {
  const rows = `Returns at most the last ${maxRowsOfList} rows of a list, fewer if there are several lists`;
  const sentences = [summary, description.replace(/\.$/, ''), hasSeries ? rows : ''].filter(Boolean);
  return `${sentences.join('. ')}.`;
}

async function callTool(
  { call, hasSeries }: RestOperation,
  context: RequestContext,
  input: Record<string, unknown>,
): Promise<string[]> {
  const value = await parse(await call(context, input));
  const { value: answer, omitted } = hasSeries ? lastRows(value) : { value, omitted: 0 };
  const text = JSON.stringify(answer);
  if (text.length > maxAnswerLength) throw tooLong();
  const note = `${omitted.toLocaleString('en-US')} earlier rows are left out.`;
  return omitted === 0 ? [text] : [text, note];
}

/** The value of an output. Reads a stream as far as its rows could be worth shortening. */
async function parse(output: object): Promise<unknown> {
  if (!(output instanceof OutputStream)) return output;
  let text = '';
  for await (const piece of output.json()) {
    text += piece;
    if (text.length > maxReadLength) throw tooLong();
  }
  return JSON.parse(text);
}

function tooLong(): AppError {
  const limit = maxAnswerLength.toLocaleString('en-US');
  return new AppError(
    'BAD_REQUEST',
    `The answer has more than ${limit} characters. Ask for less: fewer entries (limit), fewer symbols or ids, or a shorter range`,
  );
}
