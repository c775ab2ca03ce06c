import {
  type CallToolResult,
  createMcpHandler,
  originValidationResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import {
  AppError,
  type AssistantTool,
  assistantTools,
  authenticateCall,
  type RequestContext,
  type Services,
  toAppError,
} from '@stockbook/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestContext } from './request-context.ts';

const instructions =
  'Stockbook keeps a watch list of stocks with their price history and technical indicators. addStock, refreshStock, ' +
  'importStocks and calculateIndicator start a task: read it with getTask until its status is SUCCESS or FAILURE. ' +
  'listIndicators names the indicators and their parameters. Prices whose data_source is "simulated" are not real. ' +
  'list_portfolios, get_holdings, get_performance and list_transactions read portfolios, whose values are those of the ' +
  'last close; returns are fractions.';

/**
 * The Model Context Protocol for assistants, over Streamable HTTP without sessions: every request has a server of its
 * own, so that any process can answer it.
 */
export function mcpRoutes(app: FastifyInstance, services: Services, corsOrigins: readonly string[]): void {
  const tools = assistantTools();
  const allowedHosts = corsOrigins.map((origin) => new URL(origin).hostname);
  app.post('/mcp', async (httpRequest, reply) => {
    const request = webRequest(httpRequest);
    // Against DNS rebinding, as the protocol requires. Programs other than browsers send no origin.
    const rejection = originValidationResponse(request, allowedHosts);
    if (rejection) return reply.send(rejection);
    const anonymous = requestContext(services, httpRequest, reply);
    // Counts every message once, also one that calls no tool.
    const principal = await authenticateCall(anonymous, 'mcp');
    const context = { ...anonymous, principal };
    // A batch would count as one request of the rate limit; the protocol has had none since its version 2025-06-18.
    if (Array.isArray(httpRequest.body)) throw new AppError('BAD_REQUEST', 'Send one message per request');
    const usable = tools.filter(({ isWrite }) => principal.credential.scope === 'write' || !isWrite);
    const handler = createMcpHandler(() => createServer(usable, context, httpRequest), {
      // The tools never change.
      maxSubscriptions: 0,
    });
    const response = await handler.fetch(request, { parsedBody: httpRequest.body });
    response.headers.set('cache-control', 'no-store');
    return reply.send(response);
  });
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/mcp',
    handler(request, reply) {
      reply.header('allow', 'POST, OPTIONS');
      if (request.method === 'OPTIONS') return reply.code(204).send();
      throw new AppError('METHOD_NOT_SUPPORTED', 'This path supports POST, OPTIONS');
    },
  });
}

/** The request without its body, which Fastify has parsed. */
function webRequest({ method, url, headers }: FastifyRequest): Request {
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return new Request(new URL(url, 'http://localhost'), { method, headers: fields });
}

/** Not an `McpServer`, which would validate arguments itself: the procedures do, with the sentences of the contract. */
function createServer(
  tools: readonly AssistantTool[],
  context: RequestContext,
  { id, log }: FastifyRequest,
): Server {
  const server = new Server(
    { name: 'stockbook', title: 'Stockbook', version: context.services.version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(presentTool) }));
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`);
    try {
      const texts = await tool.call(context, params.arguments ?? {});
      return { content: texts.map((text) => ({ type: 'text', text })) };
    } catch (error) {
      const { status, message, cause } = toAppError(error);
      if (status >= 500) {
        log.error({ requestId: id, err: cause ?? error, tool: tool.name }, 'tool failed');
      }
      return { content: [{ type: 'text', text: message }], isError: true };
    }
  });
  return server;
}

function presentTool({ name, title, description, inputSchema, isWrite, isDestructive }: AssistantTool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    annotations: { title, readOnlyHint: !isWrite, destructiveHint: isDestructive },
  };
}
