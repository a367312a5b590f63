import { type FormItem, formEditors, formMakers, formRemovers } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import type { RowAction } from '../../../components/row-menu.tsx';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { useCan } from '../../account/shared/me.ts';
import { useSaveForm } from './form.queries.ts';
import type { OpenDialog } from './form-dialog.tsx';

/** Permissions to make a new form; those to change one come with the same call. */
export const formCreators = formMakers.filter((permission) => permission.endsWith('.CREATE'));

export type FormActions = { publish: RowAction | undefined; page: RowAction | undefined; others: RowAction[] };

/** Builds what may be done with a form besides writing it, by the user's permissions. */
export function useFormMenu(onOpen: (dialog: OpenDialog) => void): (form: FormItem) => FormActions {
  const say = useWords(formWords.list);
  const navigate = useNavigate();
  const [canCreate, canEdit, canDelete] = [useCan(formCreators), useCan(formEditors), useCan(formRemovers)];
  const save = useSaveForm();
  const handleCopy = ({ id, name }: FormItem) => {
    // A second press while the first one runs would make a second copy.
    if (save.isPending) return;
    save.mutate(
      { name, copyOf: id },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'saved'));
          void navigate({ to: '/encaps/forms/$formId', params: { formId: answer.id } });
        },
        onError: tellFailure,
      },
    );
  };
  return (form) => ({
    publish: canEdit ? { label: say('publish'), onClick: () => onOpen({ dialog: 'publish', form }) } : undefined,
    page: canEdit
      ? { label: say(form.pageUrl === '' ? 'openPage' : 'pageOf'), onClick: () => onOpen({ dialog: 'page', form }) }
      : undefined,
    others: [
      ...(canEdit ? [{ label: say('rename'), onClick: () => onOpen({ dialog: 'rename', form }) }] : []),
      ...(canCreate ? [{ label: say('copyForm'), onClick: () => handleCopy(form) }] : []),
      ...(canDelete ? [{ label: say('delete'), isDangerous: true, onClick: () => onOpen({ dialog: 'delete', form }) }] : []),
    ],
  });
}

export const allActions = ({ publish, page, others }: FormActions): RowAction[] => [
  ...(publish ? [publish] : []),
  ...(page ? [page] : []),
  ...others,
];
