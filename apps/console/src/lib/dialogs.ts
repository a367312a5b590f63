import type { ReactNode } from 'react';

/** What a delete confirmation is about; 'delete' is the one for everything else. */
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
  | { type: DeleteType; name?: string }
  | { type: 'confirm'; title: string; text: ReactNode; confirm: string; cancel?: string; color?: string }
  | ({ type: 'generate' } & FormDialog)
  | ({ type: 'editPrompts' } & FormDialog)
  | ({ type: 'conflict' } & FormDialog)
  | ({ type: 'CREATEiNTEGRATION' } & FormDialog);
type FormDialog = { title: string; form: (close: (isDone: boolean) => void) => ReactNode };

export type Opened = { dialog: AppDialog; answer: (isYes: boolean) => void };

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
    tell({
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

export const subscribeDialog = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
