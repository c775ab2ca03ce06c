import { Star } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';

/** The star: filled for a favourite, outlined otherwise. */
export function FavoriteButton({ isFavorite, onToggle }: { isFavorite: boolean; onToggle: () => void }) {
  const label = isFavorite ? 'Remove from favorites' : 'Add to favorites';
  return (
    <IconButton label={label} onClick={onToggle} needsServer>
      <Star aria-hidden="true" className={isFavorite ? 'fill-star text-star' : ''} />
    </IconButton>
  );
}
