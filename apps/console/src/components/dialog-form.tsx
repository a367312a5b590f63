import { Button, Group, type MantineSpacing, Stack, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

export type DialogActionsProps = {
  /** Label of the submit button. Left out if the dialog can only be closed. */
  submit: ReactNode;
  cancel?: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** The reason why the button is disabled; stands before the buttons. */
  hint?: ReactNode;
  /** The button that has the focus at first, where no field has. */
  focusOn?: 'cancel' | 'submit';
  onCancel: () => void;
  /** Left out within a form, which hears of its own submit. */
  onSubmit?: () => void;
};

/** The two buttons at the end of a dialog: out of it, and what it is for. */
export function DialogActions({ submit, cancel, isBusy, isDisabled, isDangerous, focusOn, onCancel, onSubmit, hint }: DialogActionsProps) {
  const say = useWords(commonWords.ui);
  const hintId = useId();
  return (
    <Group justify="flex-end" gap="xs">
      {hint === undefined ? null : (
        <Text size="xs" c="dimmed" id={hintId} me="auto">
          {hint}
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" data-cancel data-autofocus={focusOn === 'cancel' || undefined} onClick={onCancel}>
          {cancel ?? say('cancel')}
        </Button>
        {submit === undefined ? null : (
          <Button
            type={onSubmit ? 'button' : 'submit'}
            {...(isDangerous ? { color: 'red' } : {})}
            {...(isDisabled ? { disabled: true } : {})}
            {...(onSubmit ? { onClick: onSubmit } : {})}
            data-autofocus={focusOn === 'submit' || undefined}
            loading={isBusy ?? false}
            {...(hint === undefined ? {} : { 'aria-describedby': hintId })}
          >
            {submit}
          </Button>
        )}
      </Group>
    </Group>
  );
}

export type DialogFormProps = Omit<DialogActionsProps, 'onSubmit'> & {
  children: ReactNode;
  gap?: MantineSpacing;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** Ctrl or Cmd with Enter sends the form from every field of it, as Enter alone does from a field of one line. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  // Clicks the button: a form that cannot be sent yet has disabled it.
  event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}

/** The body of a dialog: its fields one below the other, and the two buttons. The form's own rules validate, not the browser's. */
export function DialogForm({ children, gap = 'md', onSubmit, ...actions }: DialogFormProps) {
  return (
    <form
      noValidate
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        // A form may be around the dialog in React, though not on the page: it must not hear of this.
        event.stopPropagation();
        onSubmit(event);
      }}
    >
      <Stack gap={gap}>
        {children}
        <DialogActions {...actions} />
      </Stack>
    </form>
  );
}
