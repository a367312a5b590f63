import { type EncapItem, encapEditors, encapMakers, encapReaders, encapRemovers } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import type { RowAction } from '../../../components/row-menu.tsx';
import { sayDone } from '../../../lib/done.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import { readExport, useCreateEncap, useMoveEncap, useRetireEncap } from './encap.queries.ts';
import { nameOfState } from './encap.search.ts';
import type { OpenDialog } from './encap-dialog.tsx';

async function saveEncap({ id, name }: Pick<EncapItem, 'id' | 'name'>): Promise<void> {
  try {
    saveBlob(`${name}.parley`, await readExport(id));
  } catch (error) {
    tellFailure(error);
  }
}

/** Builds what may be done with an encap besides drawing it, by the user's permissions and its state. */
export function useEncapMenu(onOpen: (dialog: OpenDialog) => void): (encap: EncapItem) => RowAction[] {
  const say = useWords(encapWords.list);
  const navigate = useNavigate();
  const [canCreate, canEdit, canRemove, canRead] = [useCan(encapMakers), useCan(encapEditors), useCan(encapRemovers), useCan(encapReaders)];
  const canPause = useCan(['JOURNEYS.EDIT']);
  const [create, retire, move] = [useCreateEncap(), useRetireEncap(), useMoveEncap()];
  const handleClone = ({ id, name }: EncapItem) => {
    // A second press while the first one runs would make a second copy.
    if (create.isPending) return;
    create.mutate(
      { name, copyOf: id },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'copied'));
          void navigate({ to: '/encaps/$encapId', params: { encapId: answer.id } });
        },
        onError: tellFailure,
      },
    );
  };
  const told = { onSuccess: ({ message }: { message: string }) => showToast('success', sayDone(message, 'saved')), onError: tellFailure };
  return (encap) => {
    const { id: encapId, version } = encap;
    const state = nameOfState(encap.state);
    const isGoing = state === 'published' || state === 'paused';
    const pause: RowAction =
      state === 'paused'
        ? { label: say('resume'), onClick: () => move.mutate({ encapId, act: 'resume' }, told) }
        : { label: say('pause'), onClick: () => move.mutate({ encapId, act: 'pause' }, told) };
    const retiring: RowAction =
      state === 'retired'
        ? { label: say('unretire'), onClick: () => retire.mutate({ encapId, isRetired: false, version }, told) }
        : { label: say('retire'), onClick: () => onOpen({ dialog: 'retire', encap }) };
    return [
      ...(canPause && isGoing ? [pause] : []),
      ...(canEdit ? [retiring] : []),
      ...(canCreate ? [{ label: say('clone'), onClick: () => handleClone(encap) }] : []),
      ...(canRead ? [{ label: say('export'), onClick: () => void saveEncap(encap) }] : []),
      ...(canRemove ? [{ label: say('delete'), isDangerous: true, onClick: () => onOpen({ dialog: 'delete', encap }) }] : []),
    ];
  };
}
