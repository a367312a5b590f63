import { useSyncExternalStore } from 'react';

/** The browser's own question, which it offers once to a page that it may install (Chromium alone). */
type InstallQuestion = Event & { prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

let question: InstallQuestion | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** The browser offers it soon after the page has begun, long before anybody asks: it is kept until then. */
export function keepInstallQuestion(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    question = event as InstallQuestion;
    tell();
  });
  addEventListener('appinstalled', () => {
    question = undefined;
    tell();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True in the window of the installed app. */
export const isApp = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

/** Safari installs by its own menu, and offers no page a question. */
const installsByMenu = (): boolean => 'standalone' in navigator;

export type Installing = 'done' | 'possible' | 'byMenu' | 'no';
const readState = (): Installing => (isApp() ? 'done' : question ? 'possible' : installsByMenu() ? 'byMenu' : 'no');
export const useInstalling = (): Installing => useSyncExternalStore(subscribe, readState);

/** Asks the user whether to install. @returns whether they did */
export async function installApp(): Promise<boolean> {
  const asked = question;
  if (!asked) return false;
  question = undefined;
  await asked.prompt();
  const { outcome } = await asked.userChoice;
  tell();
  return outcome === 'accepted';
}
