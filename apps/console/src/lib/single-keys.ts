import { getOwnStore, readChoice } from './own-store.ts';

const choice = 'single-keys';

/** Single keys may be switched off: some people speak to their machine, or hit keys by chance. */
export function areSingleKeysOn(): boolean {
  return readChoice(getOwnStore(), choice, 'on') === 'on';
}

export function setSingleKeys(isOn: boolean): void {
  getOwnStore()?.write(choice, isOn ? null : 'off');
}

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
