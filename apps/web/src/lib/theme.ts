import { useSyncExternalStore } from 'react';

const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type Theme = 'light' | 'dark';

const key = 'theme';

function isThemeChoice(value: string | null): value is ThemeChoice {
  return themeChoices.some((choice) => choice === value);
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(key);
  return isThemeChoice(stored) ? stored : 'system';
}

/** Stores the choice; `public/theme.js` applies it on `themechange`. */
export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(key, choice);
  window.dispatchEvent(new Event('themechange'));
}

function subscribeToChoice(listener: () => void): () => void {
  window.addEventListener('themechange', listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener('themechange', listener);
    window.removeEventListener('storage', listener);
  };
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribeToChoice, readChoice);
}

function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function subscribeToTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The current theme, with `system` resolved. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, readTheme);
}
