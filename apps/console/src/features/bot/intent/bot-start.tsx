import { Anchor, Button, Menu, Stack } from '@mantine/core';
import { botExamples } from '@parley/contract';
import { IconBulb, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import i18next from 'i18next';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useStartExample } from './intent.queries.ts';

export type BotStartProps = { botId: string; isCreating: boolean; onCreateFirst: () => void };

/** The ways out of an empty bot: an intent of one's own, an example, or a file. */
export function BotStart({ botId, isCreating, onCreateFirst }: BotStartProps) {
  const say = useWords(botWords.intent);
  const start = useStartExample(botId);
  const language = i18next.language === 'hi' ? 'hi' : 'en';
  return (
    <Stack gap="xs" align="center">
      <Button leftSection={<IconPlus size={14} />} loading={isCreating} disabled={start.isPending} onClick={onCreateFirst}>
        {say('createFirst')}
      </Button>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBulb size={14} />}
            rightSection={<IconChevronDown size={14} />}
            loading={start.isPending}
            disabled={isCreating}
          >
            {say('startFromExample')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {botExamples.map((example) => (
            <Menu.Item
              key={example}
              onClick={() =>
                start.mutate(
                  { example, language },
                  { onSuccess: () => showToast('success', say('exampleStarted')), onError: (error) => tellFailure(error) },
                )
              }
            >
              {say(`example_${example}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/bots/$botId/training" params={{ botId }} search={{ tab: 'data', version: '' }} {...props} />}
      >
        {say('startFromFile')}
      </Anchor>
    </Stack>
  );
}
