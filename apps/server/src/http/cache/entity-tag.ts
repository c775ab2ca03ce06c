import { hash } from 'node:crypto';

/** A weak entity tag, because responses in different encodings share it. */
export function weakEtag(name: string): string {
  return `W/"${name}"`;
}

/** A short name of a content, which differs between contents. */
export function contentName(content: string): string {
  return hash('sha256', content, 'base64url').slice(0, 27);
}

/**
 * RFC 9110, 13.1.2: `If-None-Match` is a list of entity tags, compared weakly, or `*` for any. The library `fresh`
 * also obeys `cache-control: no-cache`, which `fetch` adds to every request with `If-None-Match`: scripts would never
 * get 304.
 */
export function matches(etag: string, ifNoneMatch: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((entry) => opaque(entry) === opaque(etag));
}
