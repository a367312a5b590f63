import type { FormItem } from '@parley/contract';
import { DeleteDialog } from './delete-dialog.tsx';
import { NewDialog } from './new-dialog.tsx';
import { PageDialog } from './page-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

export type OpenDialog = { dialog: 'new' } | { dialog: 'publish' | 'rename' | 'page' | 'delete'; form: FormItem };

type FormDialogProps = {
  open: OpenDialog;
  onClose: () => void;
  /** Called after the form is deleted, so that its own screen leads elsewhere */
  onGone?: () => void;
};

/** Dialogs that ask before something is done with forms. All of them load together, once the first one is opened. */
export function FormDialog({ open, onClose, onGone }: FormDialogProps) {
  switch (open.dialog) {
    case 'new':
      return <NewDialog onClose={onClose} />;
    case 'publish':
      return <PublishDialog form={open.form} onClose={onClose} />;
    case 'rename':
      return <RenameDialog form={open.form} onClose={onClose} />;
    case 'page':
      return <PageDialog form={open.form} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog form={open.form} onClose={onClose} {...(onGone ? { onGone } : {})} />;
  }
}
