import { Textarea } from '@mantine/core';
import type { ChatMessageLanguage, ChatMessageVariable } from '@parley/contract';
import { useRef } from 'react';
import classes from './settings.module.css';
import { InsertMenu, Preview } from './text-tools.tsx';

export type VariableTextProps = {
  name: string;
  language: ChatMessageLanguage;
  variables: readonly ChatMessageVariable[];
  departmentName: string;
  value: string;
  fault: string | undefined;
  maxLength?: number;
  onChange: (text: string) => void;
};

/** A text with placeholders in a form of its own, and how it is read. */
export function VariableText({ name, language, variables, departmentName, value, fault, maxLength = 4096, onChange }: VariableTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (variable: string) => {
    const input = field.current;
    if (!input) return;
    input.setRangeText(`{{ ${variable} }}`, input.selectionStart, input.selectionEnd, 'end');
    onChange(input.value);
    input.focus();
  };
  return (
    <div className={classes.text}>
      <Textarea
        ref={field}
        label={name}
        lang={language}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxLength}
        value={value}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.textTools}>
        <span />
        <InsertMenu name={name} variables={variables} onInsert={insert} />
      </div>
      {value.trim() === '' ? null : <Preview name={name} text={value} language={language} departmentName={departmentName} />}
    </div>
  );
}
