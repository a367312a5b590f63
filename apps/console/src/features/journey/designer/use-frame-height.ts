import { useEffect, useState } from 'react';

const aboveFrame = 56;
const settledMs = 150;
const heightNow = () => window.innerHeight - aboveFrame;

/** The window's height without the bar, measured again when a resize has come to rest (DESIGN-010). */
export function useFrameHeight(): number {
  const [height, setHeight] = useState(heightNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeight(heightNow()), settledMs);
    };
    window.addEventListener('resize', handleResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', handleResize);
    };
  }, []);
  return height;
}
