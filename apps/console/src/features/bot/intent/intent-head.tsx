import { Alert, Badge, Button, TextInput } from '@mantine/core';
import { builderPermissions } from '@parley/contract';
import type { RefObject } from 'react';
import { describeFailure, readFieldErrors } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { useCan } from '../../account/shared/me.ts';
import classes from './intents.module.css';

type IntentHeadProps = {
  name: string;
  fault: string | undefined;
  isNew: boolean;
  isDirty: boolean;
  isSaving: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  onName: (name: string) => void;
  onDiscard: () => void;
  onClose: () => void;
  onSave: () => void;
};

/** The name of an intent, and the two ways out of its editor. */
export function IntentHead(props: IntentHeadProps) {
  const { name, fault, isNew, isDirty, isSaving, inputRef, onName, onDiscard, onClose, onSave } = props;
  const say = useWords(botWords.intent);
  const mayBuild = useCan(builderPermissions);
  return (
    <div className={classes.editorHead}>
      <TextInput
        ref={inputRef}
        className={classes.name}
        label={say('intentName')}
        withAsterisk
        readOnly={!mayBuild}
        maxLength={200}
        value={name}
        error={fault}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      {isDirty ? (
        <Badge className={classes.unsaved} color="yellow">
          {say('unsaved')}
        </Badge>
      ) : null}
      <div className={classes.editorActions}>
        <Button variant="default" onClick={isDirty ? onDiscard : onClose}>
          {say(isDirty ? 'discard' : 'close')}
        </Button>
        <May any={builderPermissions}>
          <Button loading={isSaving} onClick={onSave}>
            {say(isNew ? 'create' : 'save')}
          </Button>
        </May>
      </div>
    </div>
  );
}

/** The reason why the last save was refused, and each fault that the server names. */
export function IntentFailure({ error }: { error: unknown }) {
  const say = useWords(botWords.intent);
  const { httpStatus, message } = describeFailure(error);
  const faults = readFieldErrors(error);
  return (
    <Alert color="red" role="alert" mb="sm" mx="md">
      {httpStatus ? message : say('notReached')}
      {faults.length > 0 ? (
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <li key={`${fault.field} ${fault.message}`}>{fault.message}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
