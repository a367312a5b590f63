import type { ChatWord } from '../../../locales/chat.ts';

/** An act of the conversation. @property keys one after the other, lower case; `shift p` is one press, and '' is none */
type Act = { id: string; keys: readonly string[]; place: 'list' | 'chat'; word: ChatWord };

/**
 * Acts of the conversation, in the order of the list of keys. The list of keys, the palette and the handlers read it here, so they
 * cannot differ: an act without a handler on the screen does nothing and is offered nowhere.
 */
export const chatActs = [
  { id: 'next', keys: ['j'], place: 'list', word: 'keyNext' },
  { id: 'previous', keys: ['k'], place: 'list', word: 'keyPrevious' },
  { id: 'first', keys: ['g', 'g'], place: 'list', word: 'keyFirst' },
  { id: 'mine', keys: ['1'], place: 'list', word: 'tabMine' },
  { id: 'waiting', keys: ['2'], place: 'list', word: 'tabWaiting' },
  { id: 'transfers', keys: ['3'], place: 'list', word: 'tabTransfers' },
  { id: 'mentions', keys: ['4'], place: 'list', word: 'mentions' },
  { id: 'missed', keys: ['5'], place: 'list', word: 'tabMissed' },
  { id: 'closed', keys: ['6'], place: 'list', word: 'tabClosed' },
  { id: 'views', keys: ['v'], place: 'list', word: 'keyViews' },
  { id: 'search', keys: ['/'], place: 'list', word: 'keySearch' },
  { id: 'select', keys: ['x'], place: 'list', word: 'keySelect' },
  { id: 'selectRange', keys: ['shift x'], place: 'list', word: 'keySelectRange' },
  { id: 'pickUp', keys: ['o'], place: 'list', word: 'keyPickUp' },
  { id: 'choose', keys: ['shift o'], place: 'list', word: 'keyChoose' },
  { id: 'accept', keys: ['y'], place: 'list', word: 'keyAccept' },
  { id: 'decline', keys: ['u'], place: 'list', word: 'keyDecline' },
  { id: 'back', keys: ['escape'], place: 'chat', word: 'keyBack' },
  { id: 'reply', keys: ['r'], place: 'chat', word: 'keyReply' },
  { id: 'note', keys: ['n'], place: 'chat', word: 'keyNote' },
  { id: 'quickReply', keys: ['q'], place: 'chat', word: 'keyQuickReply' },
  { id: 'assist', keys: ['ctrl .'], place: 'chat', word: 'keyAssist' },
  { id: 'attach', keys: ['t'], place: 'chat', word: 'keyAttach' },
  { id: 'voice', keys: ['shift t'], place: 'chat', word: 'keyVoice' },
  { id: 'macro', keys: ['m'], place: 'chat', word: 'keyMacro' },
  { id: 'sendLater', keys: ['shift l'], place: 'chat', word: 'keySendLater' },
  { id: 'undo', keys: ['z'], place: 'chat', word: 'keyUndo' },
  { id: 'transfer', keys: ['a'], place: 'chat', word: 'keyTransfer' },
  { id: 'toDepartment', keys: ['shift a'], place: 'chat', word: 'keyToDepartment' },
  { id: 'invite', keys: ['i'], place: 'chat', word: 'keyInvite' },
  { id: 'handBack', keys: ['shift r'], place: 'chat', word: 'keyHandBack' },
  { id: 'label', keys: ['l'], place: 'chat', word: 'keyLabel' },
  { id: 'priority', keys: ['shift p'], place: 'chat', word: 'keyPriority' },
  { id: 'pin', keys: ['p'], place: 'chat', word: 'keyPin' },
  { id: 'suspend', keys: ['s'], place: 'chat', word: 'keySuspend' },
  { id: 'close', keys: ['e'], place: 'chat', word: 'keyClose' },
  { id: 'why', keys: ['w'], place: 'chat', word: 'keyWhy' },
  { id: 'panel', keys: ['b'], place: 'chat', word: 'keyPanel' },
  { id: 'beside', keys: ['h'], place: 'chat', word: 'keyBeside' },
  { id: 'copyNumber', keys: ['c'], place: 'chat', word: 'keyCopyNumber' },
  { id: 'place', keys: [], place: 'chat', word: 'keyPlace' },
  { id: 'contact', keys: [], place: 'chat', word: 'keyContact' },
  { id: 'video', keys: [], place: 'chat', word: 'videoCall' },
  { id: 'leave', keys: [], place: 'chat', word: 'leave' },
  { id: 'transcript', keys: [], place: 'chat', word: 'transcript' },
  { id: 'block', keys: [], place: 'chat', word: 'block' },
] as const satisfies readonly Act[];

export type ChatAct = (typeof chatActs)[number];
export type ChatActId = ChatAct['id'];
/** Effects of the acts on the screen as it is now; those that make no sense are absent. */
export type ChatActHandlers = Partial<Record<ChatActId, () => void>>;

export const actOf = (id: ChatActId): ChatAct => chatActs.find((act) => act.id === id) as ChatAct;
export const keysOfAct = (id: ChatActId): readonly string[] => actOf(id).keys;

const shownNames: Record<string, string> = { escape: 'Esc', shift: 'Shift', ctrl: 'Ctrl' };
const showPress = (press: string): string =>
  press
    .split(' ')
    .map((key) => shownNames[key] ?? key.toUpperCase())
    .join(' ');
/** The presses as people read them: `Shift P`, or `G` and `G`. */
export const shownKeys = (keys: readonly string[]): string[] => keys.map(showPress);
/** The same as the attribute `aria-keyshortcuts` wants it; none for keys that follow each other, which it cannot say. */
export const ariaKeys = ([press, ...more]: readonly string[]): string | undefined =>
  press === undefined || more.length > 0
    ? undefined
    : press
        .split(' ')
        .map((key) => shownNames[key] ?? key)
        .join('+')
        .replace('Esc', 'Escape')
        .replace('Ctrl', 'Control');

/** @property hasCtrl with Ctrl, or with the Command key of a Mac */
type Press = { key: string; shiftKey: boolean; hasCtrl?: boolean };

/** A press begins the keys of an act, or ends them. */
export type Pressed = { kind: 'act'; id: ChatActId } | { kind: 'begun'; presses: string[] } | { kind: 'none' };

/**
 * Reads a press after those that came shortly before. Shift may make a key another one; where it does not, Caps Lock and Shift change nothing.
 * @param before presses that have begun the keys of an act
 */
export function readPress(before: readonly string[], { key, shiftKey, hasCtrl = false }: Press): Pressed {
  const plain = key.toLowerCase();
  for (const press of hasCtrl ? [`ctrl ${plain}`] : shiftKey ? [`shift ${plain}`, plain] : [plain]) {
    const presses = [...before, press];
    const begun = (chatActs as readonly Act[]).filter(({ keys }) => presses.every((one, place) => keys[place] === one));
    const act = begun.find(({ keys }) => keys.length === presses.length);
    if (act) return { kind: 'act', id: act.id as ChatActId };
    if (begun.length > 0) return { kind: 'begun', presses };
  }
  // A press that does not go on with what was begun begins anew.
  return before.length > 0 ? readPress([], { key, shiftKey, hasCtrl }) : { kind: 'none' };
}
