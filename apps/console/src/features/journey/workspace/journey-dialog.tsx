import type { JourneyItem } from '@parley/contract';
import { DeleteDialog } from './delete-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

export type OpenDialog = { dialog: 'new' | 'import' } | { dialog: 'publish' | 'rename' | 'delete'; journey: JourneyItem };

export type JourneyDialogProps = {
  open: OpenDialog;
  /** Names of the folders that there are */
  folders: readonly string[];
  onClose: () => void;
  /** Where a screen of its own leads when the stream is deleted */
  onGone?: () => void;
};

/** What asks before something is done with streams. All of them arrive together, once the first one is opened. */
export function JourneyDialog({ open, folders, onClose, onGone }: JourneyDialogProps) {
  switch (open.dialog) {
    case 'new':
      return <NewDialog folders={folders} onClose={onClose} />;
    case 'import':
      return <ImportDialog onClose={onClose} />;
    case 'publish':
      return <PublishDialog journey={open.journey} onClose={onClose} />;
    case 'rename':
      return <RenameDialog journey={open.journey} folders={folders} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog journey={open.journey} onClose={onClose} {...(onGone ? { onGone } : {})} />;
  }
}
