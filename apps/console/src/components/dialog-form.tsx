import { Button, Group, type MantineSpacing, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

export type DialogActionsProps = {
  /** What the button says that does it. */
  submit: ReactNode;
  cancel?: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean;
  /** Names the words that say why it cannot be pressed. */
  'aria-describedby'?: string;
  /** The button that has the focus at first, where no field has. */
  focusOn?: 'cancel' | 'submit';
  onCancel: () => void;
  /** Left out within a form, which hears of its own submit. */
  onSubmit?: () => void;
};

/** The two buttons at the end of a dialog: out of it, and what it is for. */
export function DialogActions({
  submit,
  cancel,
  isBusy,
  isDisabled,
  isDangerous,
  focusOn,
  onCancel,
  onSubmit,
  ...described
}: DialogActionsProps) {
  const say = useWords(commonWords.ui);
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" data-cancel data-autofocus={focusOn === 'cancel' || undefined} onClick={onCancel}>
        {cancel ?? say('cancel')}
      </Button>
      <Button
        type={onSubmit ? 'button' : 'submit'}
        {...(isDangerous ? { color: 'red' } : {})}
        {...(isDisabled ? { disabled: true } : {})}
        {...(onSubmit ? { onClick: onSubmit } : {})}
        data-autofocus={focusOn === 'submit' || undefined}
        loading={isBusy ?? false}
        {...described}
      >
        {submit}
      </Button>
    </Group>
  );
}

export type DialogFormProps = Omit<DialogActionsProps, 'onSubmit'> & {
  children: ReactNode;
  gap?: MantineSpacing;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** What a dialog asks for: its fields one below the other, and the two buttons. The form's own rules judge, not the browser's. */
export function DialogForm({ children, gap = 'md', onSubmit, ...actions }: DialogFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
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
