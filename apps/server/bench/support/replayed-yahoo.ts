import { createServer } from 'node:http';
import { type ListeningServer, listen, startYahooMockServer } from '@stockbook/market-data/testing';

/** The mock server generates its responses for this symbol. */
const template = 'LOAD1';

/**
 * Starts a server of `LOAD1`, `LOAD2`, …: asks Yahoo's mock server once for each kind of request, and replays its
 * response with the requested symbol: generating a history takes as much processor time as storing it, which Yahoo's
 * servers do not take from this machine.
 */
export async function startReplayedYahoo(): Promise<ListeningServer> {
  const mockServer = await startYahooMockServer();
  const responses = new Map<string, Promise<string>>();

  function templateFor(url: URL): Promise<string> {
    // Requests differ in their second, `period2`, and by it their responses do not.
    const key = `${url.pathname} ${url.searchParams.get('q')} ${url.searchParams.get('period1')}`;
    const known = responses.get(key);
    if (known !== undefined) return known;
    const response = fetch(`${mockServer.url}${url.pathname}${url.search}`).then((found) => found.text());
    responses.set(key, response);
    return response;
  }

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const [symbol = template] = /LOAD\d+/.exec(path) ?? [];
    const text = await templateFor(new URL(path.replace(symbol, template), mockServer.url));
    response
      .writeHead(200, { 'content-type': 'application/json;charset=utf-8' })
      .end(text.replaceAll(template, symbol));
  });
  const { url, close } = await listen(server);
  return {
    url,
    async close() {
      await close();
      await mockServer.close();
    },
  };
}
