import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cn } from '#lib/cn.ts';

/** An address up to a space, without the punctuation that ends a sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'])/;

/** The text with its addresses as links. */
function withLinks(text: string): ReactNode[] {
  let offset = 0;
  return text.split(address).map((part) => {
    const key = offset;
    offset += part.length;
    if (!URL.canParse(part) || !address.test(part)) return part;
    return (
      <a
        key={key}
        href={part}
        target="_blank"
        rel="noreferrer"
        className="text-accent underline underline-offset-2"
      >
        {part}
      </a>
    );
  });
}

/** Saved notes: long ones are folded after 12 lines. */
export function NotesText({ text }: { text: string }) {
  const content = useRef<HTMLParagraphElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isLong, setIsLong] = useState(false);

  useLayoutEffect(() => {
    const element = content.current;
    if (!element || isOpen) return;
    const measure = () => setIsLong(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <>
      <p
        ref={content}
        // The focus must not go to a link that cannot be seen.
        onFocus={() => setIsOpen(true)}
        className={cn('text-sm break-words whitespace-pre-line', !isOpen && 'line-clamp-12')}
      >
        {withLinks(text)}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="mt-2 h-6 text-sm pointer-coarse:h-11 font-medium text-accent hover:underline"
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
