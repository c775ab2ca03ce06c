import { createContext, useCallback, useEffect, useMemo, useState } from 'react';

/** Whether the chart fills the window, and what changes it. It stays when another stock takes the place of one. */
export const FullScreenContext = createContext<readonly [boolean, () => void]>([false, () => {}]);

/**
 * Whether a part of the page fills the window, in the browser's full-screen mode if it has one. The whole document goes
 * into that mode, because menus are children of `body`.
 */
export function useFullScreen(): readonly [boolean, () => void] {
  const [isFull, setIsFull] = useState(false);

  useEffect(() => {
    const leave = () => {
      if (!document.fullscreenElement) setIsFull(false);
    };
    document.addEventListener('fullscreenchange', leave);
    return () => document.removeEventListener('fullscreenchange', leave);
  }, []);

  useEffect(() => {
    if (!isFull) return;
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    const leaveByEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setIsFull(false);
    };
    document.addEventListener('keydown', leaveByEscape);
    return () => {
      style.overflow = '';
      document.removeEventListener('keydown', leaveByEscape);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [isFull]);

  const toggle = useCallback(() => {
    setIsFull((current) => !current);
    // Refused in some frames and absent on phones: the part then fills the window only.
    if (!document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => {});
  }, []);
  return useMemo(() => [isFull, toggle], [isFull, toggle]);
}
