import type { JourneyEntry } from '@parley/contract';
import type { RowAction } from '../../../components/row-menu.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import type { OpenEntryDialog } from './entry-dialog.tsx';
import { hasOutputs } from './entry-outputs.ts';
import { useEntryRule } from './entry-rule.ts';
import { useEntryCalls } from './journey.queries.ts';

/** Actions on a rule: those that the user may take, and that it has. */
export function useEntryActions(onOpen: (dialog: OpenEntryDialog) => void): (entry: JourneyEntry) => RowAction[] {
  const say = useWords(journeyWords.entry);
  const toRule = useEntryRule();
  const canEdit = useCan(['JOURNEYS.EDIT']);
  const { change, detach } = useEntryCalls();

  const handleChange = (entry: JourneyEntry, part: Partial<Pick<JourneyEntry, 'version' | 'isActive'>>) =>
    change.mutate(
      { entryId: entry.id, version: entry.version, isActive: entry.isActive, ...part },
      { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure },
    );
  const handleDetach = async (entry: JourneyEntry) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('detachTitle'),
      text: say('detachText', { rule: toRule(entry), channel: entry.channelName }),
      confirm: say('detach'),
      color: 'red',
    });
    if (!isSure) return;
    detach.mutate(entry.id, {
      onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')),
      onError: tellFailure,
    });
  };
  return (entry) => [
    ...(hasOutputs(entry) ? [{ label: say('outputs'), onClick: () => onOpen({ dialog: 'outputs', entry }) }] : []),
    ...(canEdit
      ? [
          ...(entry.version < entry.newestVersion
            ? [
                {
                  label: say('useNewest', { version: entry.newestVersion }),
                  onClick: () => handleChange(entry, { version: entry.newestVersion }),
                },
              ]
            : []),
          ...(entry.newestVersion > 1 ? [{ label: say('changeVersion'), onClick: () => onOpen({ dialog: 'version', entry }) }] : []),
          {
            label: say(entry.isActive ? 'switchOff' : 'switchOn'),
            onClick: () => handleChange(entry, { isActive: !entry.isActive }),
          },
          { label: say('detach'), isDangerous: true, onClick: () => void handleDetach(entry) },
        ]
      : []),
  ];
}
