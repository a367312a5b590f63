import { Alert, Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useClassify } from './insight.queries.ts';

/** Shows the class that a text would get, and why. */
export function ClassifyTest({ botId }: { botId: string }) {
  const say = useWords(botWords.classification);
  const classify = useClassify(botId);
  const [text, setText] = useState('');
  return (
    <Panel title={say('try')} text={say('tryHint')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') classify.mutate(text);
        }}
      >
        <Textarea
          label={say('text')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button mt="sm" type="submit" variant="light" loading={classify.isPending}>
          {say('tryButton')}
        </Button>
      </form>
      <div role="status">
        {classify.error ? <Alert color="red">{describeFailure(classify.error).message}</Alert> : null}
        {classify.data ? (
          <>
            <Text size="sm" fw={600}>
              {classify.data.rule ? say('result', { name: classify.data.rule.name }) : say('noClass')}
            </Text>
            <Text size="sm" c="dimmed">
              {classify.data.because}
            </Text>
          </>
        ) : null}
      </div>
    </Panel>
  );
}
