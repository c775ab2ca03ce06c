import { useEffect, useRef, useState } from 'react';

/** Of Chromium; other browsers leave the page. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

interface WindowWithCloseWatcher extends Window {
  readonly CloseWatcher?: new () => CloseWatcher;
}

/**
 * Closes an overlay by the gesture or the button that goes back on a phone. Without a touch screen, a close request is
 * the key Escape, which the overlays handle by themselves.
 */
export function useCloseRequest(isOpen: boolean, onClose: (() => void) | undefined): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  /** A watcher receives one request; the overlay may stay open after it. */
  const [requests, setRequests] = useState(0);
  const isClosable = isOpen && onClose !== undefined;
  useEffect(() => {
    const { CloseWatcher: Watcher }: WindowWithCloseWatcher = window;
    if (!isClosable || !Watcher || !matchMedia('(pointer: coarse)').matches) return;
    const watcher = new Watcher();
    watcher.onclose = () => {
      setRequests(requests + 1);
      close.current?.();
    };
    return () => watcher.destroy();
  }, [isClosable, requests]);
}
