import type { Destination, OutgoingMessage } from './destination.ts';
import { textOf } from './message-text.ts';
import type { Posting } from './post.ts';

/** ntfy turns longer messages into attachments. */
const maxMessageBytes = 4_000;

/** A message in ntfy's JSON form, which is sent to the server's root: headers could not carry every character. */
export function ntfyPosting(
  { target, secret }: Destination,
  { title, lines, link }: OutgoingMessage,
): Posting {
  const url = new URL(target);
  const [path = '', topic = ''] = url.pathname.match(/^(.*\/)([^/]+)\/?$/)?.slice(1) ?? [];
  return {
    url: new URL(path, url),
    headers: {
      'content-type': 'application/json',
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({
      topic,
      title,
      message: textOf(lines, maxMessageBytes),
      ...(link === null ? {} : { click: link }),
    }),
  };
}
