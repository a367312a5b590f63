import { type RefObject, useEffect, useRef } from 'react';
import { useStable } from '../../../lib/use-stable.ts';

/** So far a finger may wander before it is known what it does. */
const slopPx = 12;
/** Share of the width, and pixels at the least, behind which letting go leads back. */
const share = 0.25;
const leastPx = 72;
/** Milliseconds of holding still behind which a finger selects words. */
const heldMs = 450;

/** A part that takes the finger for itself: a field, a control that is dragged, or words that scroll sideways. */
function isTaken(target: EventTarget | null, box: HTMLElement): boolean {
  for (let part = target instanceof Element ? target : null; part && part !== box; part = part.parentElement) {
    if (part.matches('input, textarea, select, audio, video, [contenteditable="true"], [role="slider"]')) return true;
    if (part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true;
  }
  return false;
}

const hasSelection = (): boolean => getSelection()?.isCollapsed === false;
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A finger that draws a screen to its end leads back to the one before, as the button does. Mice select words by that, and are left alone.
 * @param onBack undefined: there is nothing behind the screen
 */
export function useSwipeBack(box: RefObject<HTMLElement | null>, onBack: (() => void) | undefined): void {
  const leave = useStable(() => onBack?.());
  const isOn = onBack !== undefined;
  const begun = useRef<{ id: number; x: number; y: number; at: number; isDrawn: boolean }>(undefined);
  useEffect(() => {
    const screen = box.current;
    if (!screen || !isOn) return;
    const move = (px: number | undefined) => {
      screen.style.transform = px === undefined || isStill() ? '' : `translateX(${px}px)`;
    };
    const end = () => {
      begun.current = undefined;
      move(undefined);
    };
    /** Pixels towards the screen's end, whichever way its words run. */
    const drawn = (event: PointerEvent, from: number) => (event.clientX - from) * (getComputedStyle(screen).direction === 'rtl' ? -1 : 1);
    const handleDown = (event: PointerEvent) => {
      // A second finger zooms.
      if (!event.isPrimary) return end();
      if (event.pointerType === 'mouse' || hasSelection() || isTaken(event.target, screen)) return;
      begun.current = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp, isDrawn: false };
    };
    const handleMove = (event: PointerEvent) => {
      const { current } = begun;
      if (current?.id !== event.pointerId) return;
      const [along, across] = [drawn(event, current.x), Math.abs(event.clientY - current.y)];
      if (!current.isDrawn) {
        if (across > slopPx || along < -slopPx || event.timeStamp - current.at > heldMs || hasSelection()) return end();
        if (along < slopPx) return;
        current.isDrawn = true;
      }
      move(along > 0 ? event.clientX - current.x : 0);
    };
    const handleUp = (event: PointerEvent) => {
      const { current } = begun;
      if (current?.id !== event.pointerId) return;
      const isFar = current.isDrawn && drawn(event, current.x) >= Math.max(leastPx, screen.clientWidth * share);
      end();
      if (isFar) leave();
    };
    screen.addEventListener('pointerdown', handleDown);
    screen.addEventListener('pointermove', handleMove);
    screen.addEventListener('pointerup', handleUp);
    screen.addEventListener('pointercancel', end);
    return () => {
      end();
      screen.removeEventListener('pointerdown', handleDown);
      screen.removeEventListener('pointermove', handleMove);
      screen.removeEventListener('pointerup', handleUp);
      screen.removeEventListener('pointercancel', end);
    };
  }, [box, isOn, leave]);
}
