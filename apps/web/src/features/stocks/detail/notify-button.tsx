import { Bell } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';

interface NotifyButtonProps {
  isOn: boolean;
  onToggle: () => void;
}

/** The bell: filled if signals of the stock are sent to the user's channels. */
export function NotifyButton({ isOn, onToggle }: NotifyButtonProps) {
  return (
    <IconButton label={isOn ? 'Stop notifying' : 'Notify on signals'} onClick={onToggle}>
      <Bell aria-hidden="true" className={isOn ? 'fill-accent text-accent' : ''} />
    </IconButton>
  );
}
