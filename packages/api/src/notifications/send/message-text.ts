import type { OutgoingMessage } from './destination.ts';

const maxLines = 20;

/** Bounds the text of a message for channels that state no limit themselves. */
const maxTextBytes = 16_000;

const hasUsualSize = (text: string) => Buffer.byteLength(text) <= maxTextBytes;

/** Joins lines: at most 20 and as many as fit, but at least one, then `and 14 more`. */
export function textOf(lines: readonly string[], fits: (text: string) => boolean = hasUsualSize): string {
  let shown = Math.min(lines.length, maxLines);
  const join = () =>
    [...lines.slice(0, shown), ...(shown < lines.length ? [`and ${lines.length - shown} more`] : [])].join(
      '\n',
    );
  while (shown > 1 && !fits(join())) shown -= 1;
  return join();
}

export function textWithLink({ lines, link }: Pick<OutgoingMessage, 'lines' | 'link'>): string {
  return link === null ? textOf(lines) : `${textOf(lines)}\n\n${link}`;
}
