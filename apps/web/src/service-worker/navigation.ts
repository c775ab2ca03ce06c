/** The time for which a navigation waits for the network before the stored page is shown. */
const networkTimeoutMs = 3000;

/** Statuses of a proxy whose server does not answer: the stored page is of more use than the proxy's. */
const unansweredStatuses: readonly number[] = [502, 503, 504];

/** Marks a stored page for the page itself, which has no other way to learn it: see `isPageFromStore`. */
export const storedPageMark = 'stored-page';

/** Folders of the server's own answers and files. */
const ownFolders = /^\/(api|trpc|mcp|assets|icons|pictures)(\/|$)/;
/** A file at the root, like `/rules.txt`. Deeper paths may end in a symbol with a dot: `/stocks/VOD.L`. */
const rootFile = /^\/[^/]+\.[^/]+$/;

/** Whether the web client shows this path. The server answers the others by itself. */
export function isPagePath(path: string): boolean {
  return !ownFolders.test(path) && !rootFile.test(path);
}

interface NavigationSurroundings {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The precached `index.html`; undefined if the browser has removed it. */
  readonly readStored: () => Promise<Response | undefined>;
  readonly wait: (ms: number) => Promise<void>;
}

/** A copy of the stored page with `storedPageMark` in its header `server-timing`. */
function marked({ body, headers }: Response): Response {
  const copy = new Headers(headers);
  copy.set('server-timing', storedPageMark);
  return new Response(body, { headers: copy });
}

/**
 * Answers a navigation from the network. After `networkTimeoutMs`, without a network, or with one of
 * `unansweredStatuses`, answers with the stored page, if there is one.
 * @throws TypeError without network and stored page
 */
export async function answerNavigation(
  request: Request,
  { fetch, readStored, wait }: NavigationSurroundings,
): Promise<Response> {
  const network = fetch(request);
  const answered = await Promise.race([network.catch(() => null), wait(networkTimeoutMs).then(() => null)]);
  if (answered && !unansweredStatuses.includes(answered.status)) return answered;
  const stored = await readStored();
  return stored ? marked(stored) : network;
}
