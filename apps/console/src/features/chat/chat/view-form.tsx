import { Modal, Select, TextInput } from '@mantine/core';
import { type ChatView, type ChatViewFilter, type ChatViewScope, chatViewScopes } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatViewWords } from '../../../locales/chat-view.ts';
import { commonWords } from '../../../locales/common.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useCan, useMe } from '../../account/shared/me.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { useSaveView, viewQuery } from '../shared/view.queries.ts';

/** The filter stands beside the fields: a newer one that somebody has saved meanwhile is kept when the name changes. */
type Draft = { name: string; scope: ChatViewScope; deptId: string; filter: ChatViewFilter | undefined };
type Props = {
  /** The view to rename; undefined: the filters become a new one. */
  view: ChatView | undefined;
  filter: ChatViewFilter | undefined;
  onSaved: (view: ChatView) => void;
  onClose: () => void;
};

/** Name of a view, and for a new one who sees it: users who configure chats may share it. */
export function ViewForm({ view, filter, onSaved, onClose }: Props) {
  const say = useWords(chatViewWords.view);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveView();
  const me = useMe();
  const canShare = useCan(['CHAT.CHAT_CONFIG']) && view === undefined;
  const reachesAll = me?.dataScope === 'enterprise';
  const departments = useDepartmentOptions(canShare).filter(
    ({ value }) => reachesAll || (me?.dataScope === 'department' && me.deptIds.includes(value)),
  );
  const form = useRecordDialog({
    record: view,
    toDraft: (of): Draft => ({ name: of?.name ?? '', scope: of?.scope ?? 'own', deptId: of?.deptId ?? '', filter: of?.filter ?? filter }),
    read: (client) => client.fetchQuery({ ...viewQuery(view?.id ?? ''), staleTime: 0 }),
    check: ({ name, scope, deptId }: Draft) => ({
      name: name.trim() === '' && say('nameEmpty'),
      deptId: scope === 'department' && deptId === '' && say('departmentEmpty'),
    }),
    save: async ({ filter: kept, ...body }: Draft, version) => {
      if (!kept) return undefined;
      const deptId = body.scope === 'department' ? body.deptId : '';
      return save.mutateAsync({ ...body, deptId, filter: kept, ...(view && version !== undefined ? { id: view.id, version } : {}) });
    },
    onSaved: (saved) => {
      showToast('success', sayDone(view ? 'saved' : 'added'));
      onSaved(saved);
      onClose();
    },
  });
  const { draft, field, choice } = form;
  const scopes = chatViewScopes.filter((scope) => (scope === 'department' ? departments.length > 0 : scope === 'own' || reachesAll));
  return (
    <Modal opened onClose={onClose} size="sm" title={view ? say('rename', { name: view.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={60} {...field('name')} />
        {canShare ? (
          <Select
            label={say('scope')}
            allowDeselect={false}
            data={scopes.map((scope) => ({ value: scope, label: say(scope) }))}
            {...choice('scope')}
          />
        ) : null}
        {canShare && draft.scope === 'department' ? (
          <Select label={say('whichDepartment')} withAsterisk searchable data={departments} {...choice('deptId')} />
        ) : null}
      </DialogForm>
    </Modal>
  );
}
