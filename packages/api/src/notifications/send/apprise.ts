import type { Destination, OutgoingMessage } from './destination.ts';
import { textWithLink } from './message-text.ts';
import type { Posting } from './post.ts';

/** A message for `/notify/{key}` of an Apprise API server, which passes it to the services configured there. */
export function apprisePosting({ target }: Destination, message: OutgoingMessage): Posting {
  return {
    url: new URL(target),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      title: message.title,
      body: textWithLink(message),
      type: 'info',
      format: 'text',
    }),
    failures: {
      204: 'Apprise has no configuration for this key (204)',
      424: 'Apprise could not notify all services (424)',
    },
  };
}
