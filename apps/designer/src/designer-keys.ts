/** Action of a key; undefined: none of ours. */
export type KeyAct =
  | 'undo'
  | 'redo'
  | 'copy'
  | 'paste'
  | 'duplicate'
  | 'all'
  | 'find'
  | 'add'
  | 'connect'
  | 'remove'
  | 'keys'
  | 'leave'
  | 'open'
  | 'next'
  | 'previous'
  | 'left'
  | 'right'
  | 'up'
  | 'down';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;
const withControl: Record<string, KeyAct> = { y: 'redo', c: 'copy', v: 'paste', d: 'duplicate', a: 'all', f: 'find' };
const alone: Record<string, KeyAct> = {
  '/': 'add',
  '?': 'keys',
  c: 'connect',
  Delete: 'remove',
  Backspace: 'remove',
  Escape: 'leave',
  Enter: 'open',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export function actOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): KeyAct | undefined {
  if (altKey) return undefined;
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) {
    if (letter === 'z') return shiftKey ? 'redo' : 'undo';
    return withControl[letter];
  }
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return alone[letter];
}

/** Tells whether a key is somebody else's: who types, and who has a menu or a dialog open, means that. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.matches('input, textarea, select, [contenteditable="true"]') ||
    target.closest('[role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]') !== null
  );
}
