const dialogs = '[role="dialog"], [role="menu"]';
const isOpen = (): boolean => document.querySelector(dialogs) !== null;

let latest: Event | undefined;
let wasOpen = false;
/** Stands before the listeners of dialogs: one that closes itself by a key is gone before the page hears of that key. */
globalThis.addEventListener?.(
  'keydown',
  (event) => {
    latest = event;
    wasOpen = isOpen();
  },
  true,
);

/** Tells whether a dialog or a menu was open when a key was pressed, or is now: the key is none of the page's. */
export const isOfDialog = (event: Event): boolean => (event === latest && wasOpen) || isOpen();
