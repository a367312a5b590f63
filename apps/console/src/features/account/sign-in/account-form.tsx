import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import classes from './account.module.css';

export type AccountFormProps = {
  title: string;
  lead?: string;
  /** Why it was refused. */
  failure?: ReactNode;
  children: ReactNode;
  submit: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Below the button: where else one may go. */
  foot?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** A form before the login: its fields one below the other, and one button. The form's own rules judge, not the browser's. */
export function AccountForm({ title, lead, failure, children, submit, isBusy, isDisabled = false, foot, onSubmit }: AccountFormProps) {
  return (
    <form noValidate onSubmit={onSubmit}>
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
        <Button type="submit" fullWidth size="md" loading={isBusy} disabled={isDisabled}>
          {submit}
        </Button>
        {foot}
      </Stack>
    </form>
  );
}
