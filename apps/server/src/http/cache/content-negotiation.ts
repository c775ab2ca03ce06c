/** The quality value `q` of a media type in an `accept` header (RFC 9110, 12.4.2); 0 if the header does not name it. */
function quality(mediaType: string, accept: string): number {
  for (const entry of accept.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    if (name !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

/** Whether an `accept` header permits a media type, by name or by range; everything without the header. */
export function accepts(mediaType: string, accept: string | undefined): boolean {
  const [type] = mediaType.split('/');
  const ranges = [mediaType, `${type}/*`, '*/*'];
  return accept === undefined || ranges.some((range) => quality(range, accept) > 0);
}

/** The media type of a response: JSON unless `accept` names one of `others` with a higher quality. */
export function chooseMediaType(accept: string | undefined, others: readonly string[]): string {
  const json = 'application/json';
  const [best] = others
    .map((mediaType) => ({ mediaType, q: quality(mediaType, accept ?? '') }))
    .sort((a, b) => b.q - a.q);
  return best && best.q > quality(json, accept ?? '') ? best.mediaType : json;
}
