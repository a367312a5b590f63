import { Alert, Anchor } from '@mantine/core';
import { type JourneyItem, type JourneyPausedBy, screens } from '@parley/contract';
import { IconPlayerPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useMayOpen } from '../../account/shared/me.ts';

/** Returns the function that names, in one line, the template that has paused a stream, and the reason. */
export function usePausedReason(): (paused: JourneyPausedBy) => string {
  const say = useWords(journeyWords.common);
  return ({ template, why, isReady }) => say(isReady && why !== 'MOVED' ? 'pausedReady' : `paused_${why}`, { template });
}

/** Above everything else of a stream that has paused by itself. */
export function PausedAlert({ pausedBy }: Pick<JourneyItem, 'pausedBy'>) {
  const say = useWords(journeyWords.common);
  const toReason = usePausedReason();
  const mayOpenTemplates = useMayOpen(screens.templates);
  if (!pausedBy) return null;
  return (
    <Alert color="yellow" icon={<IconPlayerPause size={16} aria-hidden />} mb="md">
      {toReason(pausedBy)} {say(pausedBy.isReady ? 'pausedResume' : 'pausedWait')}{' '}
      {mayOpenTemplates ? (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/admin/messageTemplate/whatsapp/$templateId" params={{ templateId: pausedBy.templateId }} {...props} />
          )}
        >
          {say('openTemplate')}
        </Anchor>
      ) : null}
    </Alert>
  );
}
