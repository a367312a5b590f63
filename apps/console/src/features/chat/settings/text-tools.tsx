import { Button, Menu, Text } from '@mantine/core';
import type { ChatMessageLanguage, ChatMessageVariable } from '@parley/contract';
import { IconBraces } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import { fillSample } from './message-text.ts';
import classes from './settings.module.css';

const variableWords = {
  'customer.name': 'customer_name',
  'agent.name': 'agent_name',
  'department.name': 'department_name',
  'hours.next': 'hours_next',
} as const;

type InsertMenuProps = { name: string; variables: readonly ChatMessageVariable[]; onInsert: (variable: string) => void };

export function InsertMenu({ name, variables, onInsert }: InsertMenuProps) {
  const say = useWords(chatSettingsWords.message);
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconBraces size={14} aria-hidden />}
          aria-label={say('insertInto', { name })}
        >
          {say('insert')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {variables.map((variable) => (
          <Menu.Item key={variable} onClick={() => onInsert(variable)}>
            {say(variableWords[variable])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type PreviewProps = { name: string; text: string; language: ChatMessageLanguage; departmentName: string };

export function Preview({ name, text, language, departmentName }: PreviewProps) {
  const say = useWords(chatSettingsWords.message);
  if (text.trim() === '')
    return (
      <Text size="xs" c="dimmed">
        {say('notSent')}
      </Text>
    );
  return (
    <figure className={classes.preview} aria-label={say('preview', { name })}>
      <p className={classes.bubble} lang={language}>
        {fillSample(text, language, departmentName).map((part) =>
          part.isFilled ? (
            <span key={part.at} className={classes.filled}>
              {part.text}
            </span>
          ) : (
            part.text
          ),
        )}
      </p>
    </figure>
  );
}
