import { useEffect, useState } from 'react';

/** True once `isOn` has lasted: a skeleton that would show for a blink is not shown at all. */
export function useDelayed(isOn: boolean, delayMs = 200): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setDue(false);
      return;
    }
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, [isOn, delayMs]);
  return isOn && isDue;
}
