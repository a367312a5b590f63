import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

/** Reason why a version cannot begin there; for one without a rehearsal, the way to make it. */
export function AttachFailure({ error, journeyId }: { error: unknown; journeyId: string }) {
  const say = useWords(journeyWords.entry);
  const { code, message } = describeFailure(error);
  if (code !== 'journey.not_rehearsed') return <SaveFailure error={error} />;
  return (
    <Alert color="yellow" role="alert" title={message}>
      <Text size="sm">{say('notRehearsed')}</Text>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/journey/workspace/$journeyId" params={{ journeyId }} search={{ tab: 'tests' }} {...props} />}
      >
        {say('toTests')}
      </Anchor>
    </Alert>
  );
}
