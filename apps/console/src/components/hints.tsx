import { Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Time for which the pointer rests on a control before its hint is shown, as with other tooltips of the console. */
const restMs = 300;

/**
 * A row of controls whose tooltips are one part: each control has its words in `data-hint`. A tooltip of its own for each would be drawn
 * with every row, and few are ever read.
 */
export function Hints({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<HTMLElement>();
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setShown(undefined);
    };
    const findHint = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null) ?? undefined;
    const point = (event: PointerEvent) => {
      hide();
      const found = event.pointerType === 'touch' ? undefined : findHint(event);
      if (found) timer = setTimeout(() => setShown(found), restMs);
    };
    const focus = (event: FocusEvent) => {
      hide();
      const found = findHint(event);
      if (found?.matches(':focus-visible')) setShown(found);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    element.addEventListener('pointerover', point, { signal });
    element.addEventListener('focusin', focus, { signal });
    for (const kind of ['pointerleave', 'pointerdown', 'focusout', 'keydown']) element.addEventListener(kind, hide, { signal });
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, []);
  return (
    <div ref={row} className={className}>
      {children}
      {shown ? <Tooltip target={shown} label={shown.dataset.hint} opened /> : null}
    </div>
  );
}
