import { screens } from '@parley/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { tellPayment } from '../shared/payment-channel.ts';

export const closingSeconds = 30;

/** The window that opened this one reads everything anew; one of somebody else, or none, is left alone. */
function reloadOpener(): void {
  try {
    (window.opener as Window | null)?.location.reload();
  } catch {}
}

/** Closes the window and reloads the one that opened it (PAY-003 to PAY-005). A window that nobody opened goes to the recharges instead. */
export function useClosing(): { secondsLeft: number; close: () => void } {
  const [endsAt] = useState(() => Date.now() + closingSeconds * 1000);
  const [secondsLeft, setSecondsLeft] = useState(closingSeconds);
  const isClosed = useRef(false);
  const close = useCallback(() => {
    if (isClosed.current) return;
    isClosed.current = true;
    tellPayment();
    reloadOpener();
    const isOpened = Boolean(window.opener);
    window.close();
    if (!isOpened) window.location.assign(`${screens.billing.path}?tab=recharge`);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  useEffect(() => {
    if (secondsLeft === 0) close();
  }, [secondsLeft, close]);
  return { secondsLeft, close };
}
