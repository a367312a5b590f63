import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import classes from './account.module.css';

export type AccountFormProps = {
  title: string;
  lead?: string;
  /** The reason of the refusal. */
  failure?: ReactNode;
  children: ReactNode;
  submit: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** False until the server has said what the form asks for: one that is submitted before goes on then. */
  isReady?: boolean;
  /** Below the button: where else one may go. */
  foot?: ReactNode;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
};

/** A form before the login: its fields one below the other, and one button. The form's own rules judge, not the browser's. */
export function AccountForm({
  title,
  lead,
  failure,
  children,
  submit,
  isBusy,
  isDisabled = false,
  isReady = true,
  foot,
  onSubmit,
}: AccountFormProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld || !isReady) return;
    setHeld(false);
    onSubmit();
  }, [isHeld, isReady, onSubmit]);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isReady) return onSubmit(event);
    event.preventDefault();
    setHeld(true);
  };
  return (
    <form noValidate onSubmit={handleSubmit}>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      {lead ? <Text className={classes.lead}>{lead}</Text> : null}
      <Stack gap="md" {...(lead ? {} : { mt: 'lg' })}>
        {failure ? (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        ) : null}
        {children}
        <Button type="submit" fullWidth size="md" loading={isBusy || isHeld} disabled={isDisabled}>
          {submit}
        </Button>
        {foot}
      </Stack>
    </form>
  );
}
