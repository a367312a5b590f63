import { z } from 'zod';

// Zod probes `eval` when an object schema is made, and a strict content security policy reports that. Every schema of the
// product imports z from here, so the settings are made before the first of them.
if ('document' in globalThis) z.config({ jitless: true });

/**
 * Zod runs `min`, `max` and `length` on whatever has a `length`, before the value's type is looked at: `{"length": {"toString": 1}}` in
 * the place of a text then throws a TypeError out of `safeParse`. Here they run on texts and lists alone; anything else is refused by its
 * type. A check keeps its function as `_zod.check`, so a setter on the prototype that the checks of one kind share wraps it.
 */
for (const check of [z.minLength(0), z.maxLength(0), z.length(0)]) {
  Object.defineProperty(Object.getPrototypeOf(check._zod), 'check', {
    set(this: object, run: (payload: { value: unknown }) => void) {
      const value = (payload: { value: unknown }) => {
        if (typeof payload.value === 'string' || Array.isArray(payload.value)) run(payload);
      };
      Object.defineProperty(this, 'check', { value, writable: true });
    },
  });
}

export { z };
