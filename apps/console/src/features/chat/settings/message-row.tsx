import { Text, Textarea } from '@mantine/core';
import { type ChatMessageLanguage, type ChatMessageName, chatMessageKey, chatMessageLanguages } from '@parley/contract';
import { useId, useRef } from 'react';
import { nameOfLanguage } from '../../../lib/languages.ts';
import { useWords } from '../../../lib/words.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import { variablesOf } from './message-text.ts';
import { Holds, Origin, type ValueProps } from './setting-row.tsx';
import classes from './settings.module.css';
import { InsertMenu, Preview } from './text-tools.tsx';

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
