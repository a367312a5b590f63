import { Modal, NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { alertDirections, alertMeasures, alertWindowMost, type ReportAlert, reportPeopleMax } from '@parley/contract';
import { TimeField } from '@parley/ui/date-field';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { boardWords } from '../../../locales/board.ts';
import { commonWords } from '../../../locales/common.ts';
import { useCan } from '../../account/shared/me.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { measureOptions, offered } from '../shared/figure-words.ts';
import { FilterFields } from '../shared/filter-fields.tsx';
import { PeopleField } from '../shared/people-field.tsx';
import { alertQuery, useSaveAlert } from './alert.queries.ts';
import { type AlertDraft, faultsOf, toDraft, toSave, typedUnit } from './alert-draft.ts';

/** A rule of a figure of the last minutes, and those whom it tells; a new alert without `alert`. */
export function AlertForm({ alert, onClose }: { alert: ReportAlert | undefined; onClose: () => void }) {
  const say = useWords(boardWords.alert);
  const sayFigure = useWords(boardWords.figure);
  const sayMeasure = useWords(boardWords.measure);
  const sayCommon = useWords(commonWords.ui);
  const seesBots = useCan(['NLP.VIEW']);
  const save = useSaveAlert();
  const form = useRecordDialog({
    record: alert,
    toDraft,
    read: (client) => client.fetchQuery({ ...alertQuery(alert?.id ?? ''), staleTime: 0 }),
    check: (draft: AlertDraft) =>
      faultsOf(draft, {
        name: say('nameEmpty'),
        value: say('valueEmpty'),
        window: say('windowFault'),
        rows: say('rowsFault'),
        bot: sayFigure('botEmpty'),
        quiet: say('quietFault'),
      }),
    save: (draft, version) => save.mutateAsync({ ...toSave(draft), ...(alert && version !== undefined ? { id: alert.id, version } : {}) }),
    fieldOf: (path) => (path === 'userIds' ? 'people' : path),
    show: (path, value) => (path === 'people' ? (value as AlertDraft['people']).map(({ name }) => name).join(', ') : value),
    onSaved: () => {
      showToast('success', say(alert ? 'saved' : 'added'));
      onClose();
    },
  });
  const { draft, faults, field, box, choice } = form;
  const number = (name: 'value' | 'windowMinutes' | 'leastRows') => ({
    ...field(name),
    onChange: (value: string | number) => form.setField(name, String(value)),
  });
  return (
    <Modal opened size="xl" onClose={onClose} title={alert ? say('editTitle', { name: alert.name }) : say('addTitle')}>
      <DialogForm submit={sayCommon(alert ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
          <Select
            label={sayFigure('measure')}
            searchable
            allowDeselect={false}
            data={measureOptions(sayMeasure, offered(alertMeasures, seesBots, draft.measure))}
            {...choice('measure')}
          />
          <Select
            label={say('direction')}
            allowDeselect={false}
            data={alertDirections.map((value) => ({ value, label: say(`direction_${value}`) }))}
            {...choice('direction')}
          />
          <NumberInput
            label={say('value')}
            withAsterisk
            min={0}
            placeholder={`0${say(`suffix_${typedUnit(draft.measure)}`)}`}
            suffix={say(`suffix_${typedUnit(draft.measure)}`)}
            {...number('value')}
          />
          <NumberInput
            label={say('window')}
            description={say('windowHint')}
            allowDecimal={false}
            clampBehavior="none"
            max={alertWindowMost}
            suffix={say('suffix_minutes')}
            {...number('windowMinutes')}
          />
          <NumberInput label={say('leastRows')} description={say('leastRowsHint')} allowDecimal={false} min={0} {...number('leastRows')} />
          <TimeField label={say('quietFrom')} description={say('quietHint')} {...field('quietFrom')} />
          <TimeField label={say('quietUntil')} description={say('quietUntilHint')} {...field('quietUntil')} />
        </SimpleGrid>
        <FilterFields
          measure={draft.measure}
          filter={draft.filter}
          faultOf={(path) => faults[`filter.${path}`]}
          onChange={(filter) => form.change({ filter })}
        />
        <PeopleField
          label={say('people')}
          description={say('peopleHint')}
          error={faults.people}
          people={draft.people}
          most={reportPeopleMax}
          onChange={(people) => form.change({ people })}
        />
        <Switch label={say('isActive')} {...box('isActive')} />
      </DialogForm>
    </Modal>
  );
}
