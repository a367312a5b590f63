import type { ReactNode } from 'react';

/** Subjects of delete confirmations; 'delete' is the one for everything else. */
export const deleteTypes = [
  'deleteUtterances',
  'deleteTrainingPhrase',
  'deleteResponse',
  'deleteEntity',
  'deleteIntent',
  'deleteAgent',
  'deleteStory',
  'deletePrompt',
  'deleteDocument',
  'deleteVariable',
  'delete',
] as const;
export type DeleteType = (typeof deleteTypes)[number];

/** One dialog serves them all, chosen by type. A form gets `close`, to end with what it has made. */
export type AppDialog =
  | { type: DeleteType; name?: string; asksReason?: boolean }
  | { type: 'confirm'; title: string; text: ReactNode; confirm: string; cancel?: string; color?: string }
  | ({ type: 'generate' } & FormDialog)
  | ({ type: 'editPrompts' } & FormDialog)
  | ({ type: 'conflict' } & FormDialog)
  | ({ type: 'RemainingIntent' } & FormDialog)
  | ({ type: 'CREATEiNTEGRATION' } & FormDialog);
type FormDialog = { title: string; form: (close: (isDone: boolean) => void) => ReactNode };

/** @property number each has its own, so that what was typed into one is not in the next */
export type Opened = { number: number; dialog: AppDialog; answer: (isYes: boolean) => void };

let lastNumber = 0;

let opened: Opened | undefined;
export const getOpenedDialog = () => opened;
const listeners = new Set<() => void>();
const tell = (next: Opened | undefined) => {
  opened = next;
  for (const listener of listeners) listener();
};

/** Opens the shared dialog. A second one answers the first with No. */
export function openDialog(dialog: AppDialog): Promise<boolean> {
  opened?.answer(false);
  return new Promise((resolve) => {
    lastNumber += 1;
    tell({
      number: lastNumber,
      dialog,
      answer: (isYes) => {
        tell(undefined);
        resolve(isYes);
      },
    });
  });
}

/** Asks before something is deleted: 'Are you sure you want to delete?', No and Yes. */
export const confirmDelete = (type: DeleteType = 'delete', name?: string) => openDialog(name === undefined ? { type } : { type, name });

/**
 * The same of what goes to the bin: it may be said why, which goes with the calls that the answer begins (reason.ts). They follow at once,
 * with nothing else that is waited for.
 */
export const confirmBin = (type: DeleteType, name: string) => openDialog({ type, name, asksReason: true });

export const subscribeDialog = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
