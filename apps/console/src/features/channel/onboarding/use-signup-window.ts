import { useCallback, useEffect, useRef, useState } from 'react';
import { hearSignup } from '../shared/signup-news.ts';

export type SignupState = 'idle' | 'open' | 'blocked' | 'closed' | 'cancelled';
const lookMs = 500;

/**
 * Opens the provider's dialog in a window, and hears how it ends. A window that was closed is told apart from one that the browser has blocked.
 * @param onCode hears the code of the dialog that was opened with this state, once
 */
export function useSignupWindow({ url, state, onCode }: { url: string; state: string; onCode: (code: string, state: string) => void }) {
  const [now, setNow] = useState<SignupState>('idle');
  const opened = useRef<{ window: Window; state: string } | null>(null);
  const tell = useRef(onCode);
  useEffect(() => {
    tell.current = onCode;
  });
  useEffect(
    () =>
      hearSignup((news) => {
        if (news.state === '' || news.state !== opened.current?.state) return;
        opened.current = null;
        setNow(news.code === '' ? 'cancelled' : 'idle');
        if (news.code !== '') tell.current(news.code, news.state);
      }),
    [],
  );
  useEffect(() => {
    if (now !== 'open') return;
    let wasClosed = false;
    const timer = setInterval(() => {
      if (!opened.current?.window.closed) return;
      // Its last words may still be on their way: the next look decides.
      if (wasClosed) {
        opened.current = null;
        setNow('closed');
      }
      wasClosed = true;
    }, lookMs);
    return () => clearInterval(timer);
  }, [now]);
  const open = useCallback(() => {
    opened.current?.window.close();
    const popup = window.open(url, '_blank', 'popup,width=640,height=780');
    opened.current = popup && { window: popup, state };
    setNow(popup ? 'open' : 'blocked');
  }, [url, state]);
  return { now, open };
}
