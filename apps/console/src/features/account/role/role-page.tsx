import { Button, Drawer, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Role } from '@parley/contract';
import { IconHelpCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { useCan } from '../shared/me.ts';
import { roleConfigurationQuery } from '../shared/roles.ts';
import { type RoleDraft, useDeleteRole, useSaveRole } from './role.queries.ts';
import { emptyDraft, RoleForm, toDraft } from './role-form.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import { WhyDialog } from './why-dialog.tsx';

/** The role screen. An open role has its own address; a new or cloned one has none until it is saved. */
export function RolePage() {
  const say = useWords(accountWords.rbac);
  const navigate = useNavigate();
  const { role: openCode } = useSearch({ from: '/_frame/admin/permission' });
  const configuration = useQuery(roleConfigurationQuery);
  const [draft, setDraft] = useState<RoleDraft>();
  const [isWhyOpen, why] = useDisclosure(false);
  const rights = { create: useCan(['ROLES.CREATE']), edit: useCan(['ROLES.EDIT']), delete: useCan(['ROLES.DELETE']) };
  const save = useSaveRole();
  const remove = useDeleteRole();
  const isSkeletonDue = useDelayed(configuration.isPending);

  const opened = configuration.data?.roles.find(({ code }) => code === openCode);
  const shown = draft ?? (opened ? toDraft(opened) : undefined);
  const isReadOnly = draft === undefined && (opened?.isBuiltIn === true || !rights.edit);

  const open = (code: number | undefined) => void navigate({ to: '/admin/permission', search: code === undefined ? {} : { role: code } });
  const handleClose = () => {
    setDraft(undefined);
    save.reset();
    if (openCode !== undefined) open(undefined);
  };
  const handleClone = (role: Role) => {
    const { code: _code, version: _version, ...copy } = toDraft(role);
    setDraft({ ...copy, name: say('cloneOf', { name: role.name }) });
  };
  const handleSaved = () => {
    showToast('success', say('saved'));
    handleClose();
  };
  const handleDelete = async (role: Role) => {
    if (!(await confirmDelete('delete', role.name))) return;
    remove.mutate(role.code, {
      onSuccess: () => showToast('success', say('deleted')),
      onError: (error) => {
        const { message, data } = describeFailure(error);
        showToast(
          'error',
          Array.isArray(data.users) && data.users.length > 0 ? `${message} ${say('inUse', { users: data.users.join(', ') })}` : message,
        );
      },
    });
  };
  const title = draft ? say('newRole') : opened ? say(isReadOnly ? 'viewRole' : 'editRole', { name: opened.name }) : '';

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('matrixHint')}
        actions={
          <>
            <Button variant="default" leftSection={<IconHelpCircle size={16} />} onClick={why.open}>
              {say('why')}
            </Button>
            {rights.create ? (
              <Button leftSection={<IconPlus size={16} />} onClick={() => setDraft(emptyDraft)}>
                {say('newRole')}
              </Button>
            ) : null}
          </>
        }
      />
      {configuration.data ? (
        <RoleMatrix
          {...configuration.data}
          rights={rights}
          onOpen={(role) => open(role.code)}
          onClone={handleClone}
          onDelete={(role) => void handleDelete(role)}
        />
      ) : configuration.isError ? (
        <ErrorState error={configuration.error} onRetry={() => void configuration.refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" visible={isSkeletonDue} />
      )}
      <Drawer opened={shown !== undefined} onClose={handleClose} title={title} position="right" size="lg">
        {shown && configuration.data ? (
          <RoleForm
            key={shown.code ?? `new ${shown.name}`}
            initial={shown}
            groups={configuration.data.groups}
            isReadOnly={isReadOnly}
            save={save}
            onSaved={handleSaved}
            onCancel={handleClose}
          />
        ) : null}
      </Drawer>
      <WhyDialog isOpen={isWhyOpen} groups={configuration.data?.groups ?? []} onClose={why.close} />
    </div>
  );
}
