import { Fragment, type ReactNode } from 'react';

/** An address up to a space, without the punctuation that ends a sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/;

/** A part of a text, in UTF-16 units. */
export interface TextPart {
  readonly offset: number;
  readonly length: number;
}

/** A slice of a text that begins at `start` with the marked parts in it. */
function withMarks(slice: string, start: number, marked: readonly TextPart[]): ReactNode {
  const end = start + slice.length;
  const inside = marked.filter(({ offset, length }) => offset < end && offset + length > start);
  if (inside.length === 0) return slice;
  let place = start;
  const parts = inside.map(({ offset, length }) => {
    const from = Math.max(offset, place);
    const to = Math.min(offset + length, end);
    const before = slice.slice(place - start, from - start);
    place = to;
    return (
      <Fragment key={offset}>
        {before}
        <mark className="rounded-sm bg-warn-soft text-ink">{slice.slice(from - start, to - start)}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {parts}
      {slice.slice(place - start)}
    </>
  );
}

const none: readonly TextPart[] = [];

/**
 * A text whose addresses are links.
 * @param marked ascending parts that do not overlap, such as the words of a search
 */
export function LinkedText({ text, marked = none }: { text: string; marked?: readonly TextPart[] }) {
  let offset = 0;
  return text.split(address).map((part) => {
    const start = offset;
    offset += part.length;
    const content = withMarks(part, start, marked);
    if (!URL.canParse(part) || !address.test(part)) return <Fragment key={start}>{content}</Fragment>;
    return (
      <a
        key={start}
        href={part}
        target="_blank"
        rel="noreferrer"
        className="text-accent underline underline-offset-2"
      >
        {content}
      </a>
    );
  });
}
