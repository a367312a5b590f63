import type { JourneyItem } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import type { RowAction } from '../../../components/row-menu.tsx';
import { sayDone } from '../../../lib/done.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { OpenDialog } from './journey-dialog.tsx';
import { readExport, useCloneJourney, useMoveJourney } from './workspace.queries.ts';

async function saveJourney({ id, name }: JourneyItem): Promise<void> {
  try {
    saveBlob(`${name}.parley`, await readExport(id));
  } catch (error) {
    tellFailure(error);
  }
}

/** Builds the menu of a stream besides the designer, as the server allows. */
export function useJourneyMenu(onOpen: (dialog: OpenDialog) => void) {
  const say = useWords(journeyWords.list);
  const navigate = useNavigate();
  const clone = useCloneJourney();
  const move = useMoveJourney();
  const handleClone = (journeyId: string) => {
    // A second press while the first one runs would make a second copy.
    if (clone.isPending) return;
    clone.mutate(journeyId, {
      onSuccess: ({ answer, message }) => {
        showToast('success', sayDone(message, 'saved'));
        void navigate({ to: '/journey/workspace/$journeyId', params: { journeyId: answer.id } });
      },
      onError: tellFailure,
    });
  };
  const handleMove = (journeyId: string, act: 'pause' | 'resume') =>
    move.mutate(
      { journeyId, act },
      {
        onSuccess: ({ message }) => showToast('success', sayDone(message, act === 'pause' ? 'paused' : 'resumed')),
        onError: tellFailure,
      },
    );
  return (journey: JourneyItem): RowAction[] => {
    const all: Record<JourneyItem['may'][number], RowAction> = {
      publish: { label: say('publish'), onClick: () => onOpen({ dialog: 'publish', journey }) },
      edit: { label: say('rename'), onClick: () => onOpen({ dialog: 'rename', journey }) },
      pause: { label: say('pause'), onClick: () => handleMove(journey.id, 'pause') },
      resume: { label: say('resume'), onClick: () => handleMove(journey.id, 'resume') },
      clone: { label: say('clone'), onClick: () => handleClone(journey.id) },
      export: { label: say('export'), onClick: () => void saveJourney(journey) },
      delete: { label: say('delete'), isDangerous: true, onClick: () => onOpen({ dialog: 'delete', journey }) },
    };
    return (['publish', 'edit', 'pause', 'resume', 'clone', 'export', 'delete'] as const)
      .filter((act) => journey.may.includes(act))
      .map((act) => all[act]);
  };
}
