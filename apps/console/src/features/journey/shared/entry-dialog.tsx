import type { JourneyEntry } from '@parley/contract';
import { AttachDialog } from './attach-dialog.tsx';
import { OutputsDialog } from './outputs-dialog.tsx';
import { VersionDialog } from './version-dialog.tsx';

export type OpenEntryDialog =
  | { dialog: 'attach'; journeyId?: string; channelId?: string }
  | { dialog: 'outputs' | 'version'; entry: JourneyEntry };

/**
 * Dialogs that ask before something is done with rules, and the ones that begin it. All of them load together, once the first one is
 * opened.
 */
export function EntryDialog({ open, onClose }: { open: OpenEntryDialog; onClose: () => void }) {
  switch (open.dialog) {
    case 'attach': {
      const { dialog: _, ...known } = open;
      return <AttachDialog {...known} onClose={onClose} />;
    }
    case 'outputs':
      return <OutputsDialog entry={open.entry} onClose={onClose} />;
    case 'version':
      return <VersionDialog entry={open.entry} onClose={onClose} />;
  }
}
