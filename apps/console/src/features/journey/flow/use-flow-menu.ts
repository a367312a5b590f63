import { type FlowItem, flowStageOf, formEditors } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { RowAction } from '../../../components/row-menu.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { flowWords } from '../../../locales/flow.ts';
import { useCan } from '../../account/shared/me.ts';
import { flowJsonQuery, useDeprecateFlow } from './flow.queries.ts';

/** Builds what may be done with a flow: whoever writes forms and keeps channels publishes, and everybody who looks exports. */
export function useFlowMenu(onPublish: (flow: FlowItem) => void): (flow: FlowItem) => RowAction[] {
  const say = useWords(flowWords.list);
  const client = useQueryClient();
  const [canWrite, hasChannels] = [useCan(formEditors), useCan(['CHANNELS.EDIT'])];
  const deprecate = useDeprecateFlow();
  const handleExport = async ({ formId, name }: FlowItem) => {
    try {
      const { json } = await client.fetchQuery(flowJsonQuery(formId));
      saveBlob(`${name}.flow.json`, new Blob([`${JSON.stringify(json, null, 2)}\n`], { type: 'application/json' }));
    } catch (error) {
      tellFailure(error);
    }
  };
  const handleDeprecate = async (flow: FlowItem) => {
    const isDraft = flowStageOf(flow.state) === 'draft';
    const isSure = await openDialog({
      type: 'confirm',
      title: say(isDraft ? 'removeTitle' : 'deprecateTitle', { name: flow.name }),
      text: say(isDraft ? 'removeText' : 'deprecateText'),
      confirm: say(isDraft ? 'remove' : 'deprecate'),
      color: 'red',
    });
    if (!isSure) return;
    deprecate.mutate(flow, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure });
  };
  return (flow) => {
    const { state, channelId, number, newest } = flow;
    const stage = flowStageOf(state);
    const isOfNewest = number === newest;
    const canPublish = canWrite && hasChannels;
    return [
      ...(canPublish && stage === 'draft' ? [{ label: say('publish'), onClick: () => onPublish(flow) }] : []),
      ...(canPublish && stage !== 'draft' && !isOfNewest
        ? [{ label: say('publishNewer', { number: newest }), onClick: () => onPublish(flow) }]
        : []),
      { label: say('export'), onClick: () => void handleExport(flow) },
      ...(canPublish && channelId !== '' && stage !== 'deprecated'
        ? [{ label: say(stage === 'draft' ? 'remove' : 'deprecate'), isDangerous: true, onClick: () => void handleDeprecate(flow) }]
        : []),
    ];
  };
}
