import type { JourneyRule } from '@parley/contract';
import { AttachDialog } from './attach-dialog.tsx';
import { OutputsDialog } from './outputs-dialog.tsx';
import { VersionDialog } from './version-dialog.tsx';

export type OpenRuleDialog =
  | { dialog: 'attach'; journeyId?: string; channelId?: string }
  | { dialog: 'outputs' | 'version'; rule: JourneyRule };

/**
 * Dialogs that ask before something is done with rules, and the ones that begin it. All of them load together, once the first one is
 * opened.
 */
export function RuleDialog({ open, onClose }: { open: OpenRuleDialog; onClose: () => void }) {
  switch (open.dialog) {
    case 'attach': {
      const { dialog: _, ...known } = open;
      return <AttachDialog {...known} onClose={onClose} />;
    }
    case 'outputs':
      return <OutputsDialog rule={open.rule} onClose={onClose} />;
    case 'version':
      return <VersionDialog rule={open.rule} onClose={onClose} />;
  }
}
