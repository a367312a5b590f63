import { type EncapLaunch, encapEditors, launchStates } from '@parley/contract';
import type { RowAction } from '../../../components/row-menu.tsx';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import { useLaunchCalls } from './encap.queries.ts';
import type { LaunchOpen } from './launch-dialog.tsx';
import { launchStateOf } from './launch-state.tsx';

/** Builds what may be done with a launch as it is: each move that its state allows, its links and its address. */
export function useLaunchMenu(encapId: string, onOpen: (open: LaunchOpen) => void): (launch: EncapLaunch) => RowAction[] {
  const say = useWords(encapWords.launch);
  const canEdit = useCan(encapEditors);
  const { setState, launch: start } = useLaunchCalls(encapId);
  const told = { onSuccess: ({ message }: { message: string }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure };
  const isBusy = setState.isPending || start.isPending;
  const move = (instanceId: string, state: number) => () => {
    if (!isBusy) setState.mutate({ instanceId, state, reason: '' }, told);
  };
  return (launch) => {
    const { id, mode, scheduledOn } = launch;
    const state = launchStateOf(launch.state);
    const isLater = scheduledOn !== '' && Date.parse(scheduledOn) > Date.now();
    const opening = mode === 'LINK' ? [{ label: say('address'), onClick: () => onOpen({ dialog: 'address', launch }) }] : [];
    if (!canEdit) return opening;
    const moves: Record<typeof state, RowAction[]> = {
      created: [
        {
          label: say(isLater ? 'schedule' : 'start'),
          onClick: () => {
            if (!isBusy) start.mutate({ instanceId: id, requestKey: crypto.randomUUID() }, told);
          },
        },
      ],
      scheduled: [{ label: say('startNow'), onClick: move(id, launchStates.started) }],
      started: [{ label: say('pause'), onClick: move(id, launchStates.paused) }],
      paused: [{ label: say('resume'), onClick: move(id, launchStates.started) }],
      stopped: [],
      deleted: [],
    };
    const makes = mode === 'API' && (state === 'scheduled' || state === 'started');
    return [
      ...moves[state],
      ...opening,
      ...(makes ? [{ label: say('make'), onClick: () => onOpen({ dialog: 'make', launch }) }] : []),
      ...(mode === 'API' ? [{ label: say('how'), onClick: () => onOpen({ dialog: 'how', launch }) }] : []),
      ...(state === 'stopped' || mode === 'BULK' ? [] : [{ label: say('edit'), onClick: () => onOpen({ dialog: 'edit', launch }) }]),
      ...(['scheduled', 'started', 'paused'].includes(state)
        ? [{ label: say('stop'), isDangerous: true, onClick: () => onOpen({ dialog: 'stop', launch }) }]
        : []),
      ...((state === 'created' || state === 'stopped') && mode !== 'BULK'
        ? [{ label: say('delete'), isDangerous: true, onClick: () => onOpen({ dialog: 'delete', launch }) }]
        : []),
    ];
  };
}
