import { Star } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';
import { useServerOnly } from '#lib/session/session-context.ts';

/** The star: filled for a favourite, outlined otherwise. */
export function FavoriteButton({ isFavorite, onToggle }: { isFavorite: boolean; onToggle: () => void }) {
  const serverOnly = useServerOnly();
  const label = isFavorite ? 'Remove from favorites' : 'Add to favorites';
  return (
    <IconButton label={label} onClick={onToggle} {...serverOnly}>
      <Star aria-hidden="true" className={isFavorite ? 'fill-star text-star' : ''} />
    </IconButton>
  );
}
