import { ColorInput, Modal, MultiSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { type AgentStatusKind, agentStatuses } from '@parley/contract';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { gone } from '../../../../lib/gone.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useDepartmentOptions } from '../../../account/shared/departments.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { statusKindsQuery } from '../../shared/own-status.ts';
import { type StatusDraft, useSaveStatus } from './status.queries.ts';

/** Colours that can be told apart; others may be mixed. */
const swatches = ['#868e96', '#c92a2a', '#e67700', '#5c940d', '#1f6f78', '#1864ab', '#5f3dc4', '#a61e4d'];

const toDraft = (status: AgentStatusKind | undefined): StatusDraft => ({
  name: status?.name ?? '',
  nameHi: status?.nameHi ?? '',
  colour: status?.colour ?? '#868e96',
  base: status?.base ?? agentStatuses.away,
  isRouted: status?.isRouted ?? false,
  deptIds: status?.deptIds ?? [],
  isActive: status?.isActive ?? true,
});

/** Choices of what a status counts as: the two columns of it that belong together. */
const effects = [
  { value: 'away', base: agentStatuses.away, isRouted: false },
  { value: 'unrouted', base: agentStatuses.online, isRouted: false },
  { value: 'routed', base: agentStatuses.online, isRouted: true },
] as const;

export type StatusFormProps = { status: AgentStatusKind | undefined; onClose: () => void };

/** A status's names, colour and effect; a new one without `status`. The effect of one that exists is shown alone. */
export function StatusForm({ status, onClose }: StatusFormProps) {
  const say = useWords(chatSettingsWords.status);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveStatus();
  const form = useRecordDialog({
    record: status,
    toDraft,
    read: async (client) => (await client.fetchQuery({ ...statusKindsQuery, staleTime: 0 })).find(({ id }) => id === status?.id) ?? gone(),
    check: ({ name }) => ({ name: name.trim() === '' && say('nameEmpty') }),
    save: (draft, version) => save.mutateAsync({ ...draft, ...(status && version !== undefined ? { id: status.id, version } : {}) }),
    onSaved: () => {
      showToast('success', sayDone(status ? 'saved' : 'added'));
      onClose();
    },
  });
  const { field, box, draft } = form;
  const known = useDepartmentOptions();
  // A department that has gone stays named until somebody takes it off: without it, the status would be of all agents.
  const left = draft.deptIds.filter((deptId) => !known.some(({ value }) => value === deptId));
  const departments = [...known, ...left.map((value) => ({ value, label: say('departmentGone') }))];
  const effect = effects.find(({ base, isRouted }) => base === draft.base && isRouted === draft.isRouted)?.value ?? 'away';
  const handleEffect = (value: string) => {
    const { base, isRouted } = effects.find((one) => one.value === value) ?? effects[0];
    form.change({ base, isRouted });
  };
  return (
    <Modal opened onClose={onClose} title={status ? say('editTitle', { name: status.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(status ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={40} {...field('name')} />
        <TextInput label={say('nameHi')} description={say('nameHiHint')} maxLength={40} {...field('nameHi')} />
        <ColorInput label={say('colour')} format="hex" swatches={swatches} {...field('colour')} />
        {departments.length > 0 ? (
          <MultiSelect
            label={say('departments')}
            description={say('departmentsHint')}
            placeholder={draft.deptIds.length === 0 ? say('departmentsAll') : undefined}
            searchable
            data={departments}
            {...field('deptIds')}
          />
        ) : null}
        <Radio.Group label={say('effect')} description={say(status ? 'effectFixed' : 'effectHint')} value={effect} onChange={handleEffect}>
          <Stack gap="xs" mt="xs">
            {effects.map(({ value }) => (
              <Radio key={value} value={value} label={say(`effect_${value}`)} disabled={status !== undefined} />
            ))}
          </Stack>
        </Radio.Group>
        {status ? <Switch label={say('active')} description={say('activeHint')} {...box('isActive')} /> : null}
      </DialogForm>
    </Modal>
  );
}
