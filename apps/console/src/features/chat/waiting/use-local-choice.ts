import { useState } from 'react';

/** A choice of this browser's user that outlives the page, where the browser stores anything at all. */
export function useLocalChoice(key: string): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => {
    try {
      return localStorage.getItem(key) === 'on';
    } catch {
      return false;
    }
  });
  const choose = (next: boolean) => {
    setOn(next);
    try {
      if (next) localStorage.setItem(key, 'on');
      else localStorage.removeItem(key);
    } catch {}
  };
  return [isOn, choose];
}
