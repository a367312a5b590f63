import type { JourneyRule } from '@parley/contract';
import type { RowAction } from '../../../components/row-menu.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import { useRuleCalls } from './journey.queries.ts';
import type { OpenRuleDialog } from './rule-dialog.tsx';
import { hasOutputs } from './rule-outputs.ts';
import { useRuleText } from './rule-text.ts';

/** Actions on a rule: those that the user may take, and that it has. */
export function useRuleActions(onOpen: (dialog: OpenRuleDialog) => void): (rule: JourneyRule) => RowAction[] {
  const say = useWords(journeyWords.entry);
  const toRule = useRuleText();
  const canEdit = useCan(['JOURNEYS.EDIT']);
  const { change, detach } = useRuleCalls();

  const handleChange = (rule: JourneyRule, part: Partial<Pick<JourneyRule, 'version' | 'isActive'>>) =>
    change.mutate(
      { entryId: rule.id, version: rule.version, isActive: rule.isActive, ...part },
      { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure },
    );
  const handleDetach = async (rule: JourneyRule) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('detachTitle'),
      text: say('detachText', { rule: toRule(rule), channel: rule.channelName }),
      confirm: say('detach'),
      color: 'red',
    });
    if (!isSure) return;
    detach.mutate(rule.id, {
      onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')),
      onError: tellFailure,
    });
  };
  return (rule) => [
    ...(hasOutputs(rule) ? [{ label: say('outputs'), onClick: () => onOpen({ dialog: 'outputs', rule }) }] : []),
    ...(canEdit
      ? [
          ...(rule.version < rule.newestVersion
            ? [
                {
                  label: say('useNewest', { version: rule.newestVersion }),
                  onClick: () => handleChange(rule, { version: rule.newestVersion }),
                },
              ]
            : []),
          ...(rule.newestVersion > 1 ? [{ label: say('changeVersion'), onClick: () => onOpen({ dialog: 'version', rule }) }] : []),
          {
            label: say(rule.isActive ? 'switchOff' : 'switchOn'),
            onClick: () => handleChange(rule, { isActive: !rule.isActive }),
          },
          { label: say('detach'), isDangerous: true, onClick: () => void handleDetach(rule) },
        ]
      : []),
  ];
}
