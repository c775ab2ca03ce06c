/** The message by which a page lets a waiting worker take over. */
export const takeOverWord = 'take over';

/** The messages of the worker to pages. */
export type PageMessage =
  /** A notification was touched: go to its path, and answer `true` on the port of the message. */
  | { readonly word: 'open'; readonly url: string }
  /** A push message has arrived: the inbox and its count have changed. */
  | { readonly word: 'refresh' };

/**
 * Whether a URL is a path of this origin. Browsers read two slashes, and a slash with a backslash, as the start of
 * another host.
 */
export function isPathOf(origin: string, url: unknown): url is string {
  return typeof url === 'string' && /^\/(?![/\\])/.test(url) && URL.parse(url, origin)?.origin === origin;
}
