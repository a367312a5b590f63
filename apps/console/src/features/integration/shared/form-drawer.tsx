import { Drawer, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import type { FieldProps } from '../../../lib/use-form.ts';

export type FormDrawerProps = {
  title: string;
  submit: string;
  /** The reason of the last refusal. */
  failure: unknown;
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
  /** Stands below the form, and is no part of it. */
  below?: ReactNode;
};

/** The frame of a webhook's, a relay's or a service's form: a drawer, the reason of a refusal, the fields, and the two buttons. */
export function FormDrawer({ title, submit, failure, isBusy, onSubmit, onClose, children, below }: FormDrawerProps) {
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={title}>
      <DialogForm submit={submit} isBusy={isBusy} onCancel={onClose} onSubmit={onSubmit}>
        {failure ? <SaveFailure error={failure} /> : null}
        {children}
      </DialogForm>
      {below}
    </Drawer>
  );
}

export const NameField = ({ label, ...field }: FieldProps<string> & { label: string }) => (
  <TextInput data-autofocus label={label} withAsterisk maxLength={100} {...field} />
);

type AddressFieldProps = FieldProps<string> & { label: string; description: string; withAsterisk?: boolean };

export const AddressField = (props: AddressFieldProps) => <TextInput placeholder="https://" type="url" maxLength={500} {...props} />;
