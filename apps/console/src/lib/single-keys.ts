import { getOwnStore, readChoice } from './own-store.ts';

const choice = 'single-keys';

/** Single keys may be switched off: some people speak to their machine, or hit keys by chance. */
export function areSingleKeysOn(): boolean {
  return readChoice(getOwnStore(), choice, 'on') === 'on';
}

export function setSingleKeys(isOn: boolean): void {
  getOwnStore()?.write(choice, isOn ? null : 'off');
}

/** A box that is ticked takes no letters: Space and the arrows are its only keys, and none of them is a single key. */
const isTicked = (target: HTMLElement) => target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) && !isTicked(target)));
