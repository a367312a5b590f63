import { Skeleton, Stack } from '@mantine/core';
import type { Intent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { intentQuery } from './intent.queries.ts';
import { IntentEditor, type IntentEditorProps } from './intent-editor.tsx';
import classes from './intents.module.css';

type IntentWorkbenchProps = Omit<IntentEditorProps, 'intent'> & {
  /** 'new' creates one. */
  intentId: string;
};

/** The middle and the right panel: the open intent, once it is here. */
export function IntentWorkbench({ intentId, ...props }: IntentWorkbenchProps) {
  return intentId === 'new' ? <IntentEditor intent={undefined} {...props} /> : <StoredIntent intentId={intentId} {...props} />;
}

function StoredIntent({ intentId, ...props }: IntentWorkbenchProps) {
  const say = useWords(botWords.intent);
  const intent = useQuery(intentQuery(props.botId, props.storyId, intentId));
  const { data } = intent as { data: Intent | undefined };
  if (data) return <IntentEditor intent={data} {...props} />;
  return (
    <section className={classes.nothing} aria-label={say('viewIntent')}>
      {intent.isError ? (
        <ErrorState error={intent.error} title={say('gone')} onRetry={() => void intent.refetch()} />
      ) : (
        <Stack gap="md" p="lg">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} height={34} radius="md" />
          ))}
        </Stack>
      )}
    </section>
  );
}
