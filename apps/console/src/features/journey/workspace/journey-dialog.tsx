import type { JourneyItem } from '@parley/contract';
import { ImportDialog } from '../shared/import-dialog.tsx';
import { PublishDialog } from '../shared/publish-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

export type OpenDialog = { dialog: 'new' | 'import' } | { dialog: 'publish' | 'rename' | 'delete'; journey: JourneyItem };

export type JourneyDialogProps = {
  open: OpenDialog;
  /** Names of the folders that there are */
  folders: readonly string[];
  onClose: () => void;
  /** Called after the stream is deleted, so that its own screen leads elsewhere */
  onGone?: () => void;
};

/** Dialogs that ask before something is done with streams. All of them load together, once the first one is opened. */
export function JourneyDialog({ open, folders, onClose, onGone }: JourneyDialogProps) {
  switch (open.dialog) {
    case 'new':
      return <NewDialog folders={folders} onClose={onClose} />;
    case 'import':
      return <ImportDialog kind="journey" onClose={onClose} />;
    case 'publish':
      return <PublishDialog journey={open.journey} onClose={onClose} />;
    case 'rename':
      return <RenameDialog journey={open.journey} folders={folders} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog journey={open.journey} onClose={onClose} {...(onGone ? { onGone } : {})} />;
  }
}
