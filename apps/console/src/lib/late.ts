import { type ComponentType, lazy } from 'react';

/** Waits until the browser is back on the network. */
export const nextOnline = () => new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }));

/**
 * A part of a screen whose script arrives after the screen. Should it not arrive because the line was lost, the screen stands without it,
 * and it is asked for once more when the browser is back on the network.
 */
export const late = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const part = await load().catch(async () => {
      await nextOnline();
      return load();
    });
    return { default: part };
  });
