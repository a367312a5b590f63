import { Button, Menu, Text, Textarea } from '@mantine/core';
import {
  type ChatMessageLanguage,
  type ChatMessageName,
  type ChatMessageVariable,
  chatMessageKey,
  chatMessageLanguages,
} from '@parley/contract';
import { IconBraces } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { nameOfLanguage } from '../../../lib/languages.ts';
import { useWords } from '../../../lib/words.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import { fillSample, variablesOf } from './message-text.ts';
import { Holds, Origin, type ValueProps } from './setting-row.tsx';
import classes from './settings.module.css';

export type MessageRowProps = {
  name: ChatMessageName;
  departmentName: string;
  propsOf: (language: ChatMessageLanguage) => ValueProps;
};

/** A message to customers: its texts side by side, and how they are read. */
export function MessageRow({ name, departmentName, propsOf }: MessageRowProps) {
  const say = useWords(chatSettingsWords.message);
  const id = useId();
  return (
    <section className={classes.message} aria-labelledby={id}>
      <div className={classes.messageHead}>
        <div>
          <h3 className={classes.messageName} id={id}>
            {say(name)}
          </h3>
          <Text size="xs" c="dimmed">
            {say(`${name}Hint`)}
          </Text>
        </div>
        <Holds settingKey={chatMessageKey(name, 'en')} />
      </div>
      <div className={classes.texts}>
        {chatMessageLanguages.map((language) => (
          <MessageField key={language} message={name} language={language} departmentName={departmentName} {...propsOf(language)} />
        ))}
      </div>
    </section>
  );
}

type MessageFieldProps = ValueProps & { message: ChatMessageName; language: ChatMessageLanguage; departmentName: string };

function MessageField({ message, language, departmentName, ...props }: MessageFieldProps) {
  const { settingKey, name, value, fault, onChange, onLeave } = props;
  const text = String(value);
  const field = useRef<HTMLTextAreaElement>(null);
  const wasEntered = useRef(false);

  /** Puts a placeholder where the cursor is; at the end while nobody has been in the field. */
  const insert = (variable: string) => {
    const input = field.current;
    if (!input) return;
    const [start, end] = wasEntered.current ? [input.selectionStart, input.selectionEnd] : [text.length, text.length];
    input.setRangeText(`{{${variable}}}`, start, end, 'end');
    onChange(input.value);
    input.focus();
  };
  return (
    <div className={classes.text}>
      <Textarea
        ref={field}
        label={nameOfLanguage(language)}
        aria-label={name}
        lang={language}
        data-path={settingKey}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={fault}
        onFocus={() => {
          wasEntered.current = true;
        }}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
      />
      <div className={classes.textTools}>
        <Origin {...props} />
        <InsertMenu name={name} variables={variablesOf(message)} onInsert={insert} />
      </div>
      <Preview name={name} text={text} language={language} departmentName={departmentName} />
    </div>
  );
}

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
