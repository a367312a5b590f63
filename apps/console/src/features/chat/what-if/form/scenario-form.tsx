import { Button, Modal, MultiSelect, Stack, TextInput } from '@mantine/core';
import { noDepartment, ScenarioSave, type ScenarioSummary, scenarioChangesMax, scenarioDaysMax } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { DayRange } from '../../../../components/day-range.tsx';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { today as todayOf } from '../../../../lib/days.ts';
import { getEnterpriseZone } from '../../../../lib/format.ts';
import { faultsBySchema } from '../../../../lib/schema-faults.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatScenarioWords } from '../../../../locales/chat-scenario.ts';
import { useCreateScenario } from '../scenario.queries.ts';
import classes from '../what-if.module.css';
import { ChangeFields } from './change-fields.tsx';
import { type ChangeDraft, copyDraft, newChange, newDraft, type ScenarioDraft, toSave } from './scenario-draft.ts';

type Props = {
  /** The scenario that this one begins with */
  copied: ScenarioSummary | undefined;
  departments: readonly { id: string; name: string }[];
  onSaved: (id: string) => void;
  onClose: () => void;
};

/** Days, departments and changes of a new scenario. */
export function ScenarioForm({ copied, departments, onSaved, onClose }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  const create = useCreateScenario();
  const options = [...departments.map(({ id, name }) => ({ value: id, label: name })), { value: noDepartment, label: say('noDepartment') }];
  const form = useForm<ScenarioDraft>({
    initial: () =>
      copied
        ? copyDraft(copied, (name) => say('copyOf', { name }))
        : newDraft(
            todayOf(),
            options.slice(0, 1).map(({ value }) => value),
          ),
    check: (draft) => faultsBySchema(ScenarioSave, toSave(draft)),
    checkOn: 'typing',
  });
  const { draft, faults } = form;
  const chosen = options.filter(({ value }) => draft.departmentIds.includes(value));
  const setChange = (place: number, part: Partial<ChangeDraft>) =>
    form.change({ changes: draft.changes.with(place, { ...(draft.changes[place] as ChangeDraft), ...part }) });
  const handleSubmit = form.submit(async (sound) => {
    const saved = await create.mutateAsync(toSave(sound)).catch(() => undefined);
    if (saved) onSaved(saved.id);
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={say(copied ? 'copyTitle' : 'newTitle')}>
      <DialogForm submit={say('replay')} isBusy={create.isPending} onCancel={onClose} onSubmit={handleSubmit}>
        {create.error ? <SaveFailure error={create.error} /> : null}
        <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...form.field('name')} />
        <div className={classes.range}>
          <DayRange
            from={say('fromDate')}
            to={say('toDate', { count: scenarioDaysMax })}
            zone={getEnterpriseZone()}
            today={todayOf()}
            days={{ first: draft.fromDate, last: draft.toDate }}
            onChange={form.change}
          />
        </div>
        <MultiSelect
          label={say('departments')}
          data={options}
          value={draft.departmentIds}
          error={faults.departmentIds}
          data-path="departmentIds"
          onChange={(departmentIds) =>
            form.change({ departmentIds, changes: draft.changes.filter(({ departmentId }) => departmentIds.includes(departmentId)) })
          }
        />
        <Stack gap="sm">
          {draft.changes.map((change, place) => (
            <ChangeFields
              // biome-ignore lint/suspicious/noArrayIndexKey: changes have no ids and are not put into another order
              key={place}
              change={change}
              place={place}
              departments={chosen}
              faults={faults}
              onChange={(part) => setChange(place, part)}
              onRemove={() => form.change({ changes: draft.changes.toSpliced(place, 1) })}
            />
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={chosen.length === 0 || draft.changes.length >= scenarioChangesMax}
            onClick={() => form.change({ changes: [...draft.changes, newChange(chosen[0]?.value ?? noDepartment)] })}
          >
            {say('addChange')}
          </Button>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
