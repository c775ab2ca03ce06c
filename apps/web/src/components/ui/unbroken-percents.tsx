/** A sentence whose lines never end between a number and its per cent sign: `54 %`. */
export function UnbrokenPercents({ text }: { text: string }) {
  return text.split(/(\S+ %)/).map((part, index) =>
    part.endsWith(' %') ? (
      // Parts have no other identity than their place, and never move within a sentence.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
