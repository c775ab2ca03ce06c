import { useEffect, useRef } from 'react';

/** In milliseconds. A server that restarts needs some seconds. */
const probeIntervalMs = 3000;

async function canReachServer(): Promise<boolean> {
  try {
    return (await fetch('/theme.js', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Calls `onReachable` once when the server can be reached: when the browser is online again, or a probe succeeds. */
export function useWhenReachable(onReachable: () => void): void {
  const latest = useRef(onReachable);
  useEffect(() => {
    latest.current = onReachable;
  });

  useEffect(() => {
    let isOver = false;
    const probe = async () => {
      if (!navigator.onLine || !(await canReachServer()) || isOver) return;
      end();
      latest.current();
    };
    const end = () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('online', probe);
    };
    const timer = setInterval(probe, probeIntervalMs);
    window.addEventListener('online', probe);
    return end;
  }, []);
}
