import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { chooseTheme, useThemeChoice } from '#lib/theme.ts';
import { Segmented } from './segmented.tsx';

function themeLabel(icon: ReactNode, text: string) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon} {text}
    </span>
  );
}

const themes = [
  { value: 'system', label: themeLabel(<Monitor aria-hidden="true" />, 'System') },
  { value: 'light', label: themeLabel(<Sun aria-hidden="true" />, 'Light') },
  { value: 'dark', label: themeLabel(<Moon aria-hidden="true" />, 'Dark') },
] as const;

/** Chooses the theme; the page applies it immediately. */
export function ThemePicker() {
  return <Segmented label="Theme" options={themes} value={useThemeChoice()} onChange={chooseTheme} />;
}
