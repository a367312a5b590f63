import { Button, Group, Modal } from '@mantine/core';
import { type Conditions, conditionsOf, noConditions } from '@parley/contract';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { customerWords } from '../../../../locales/customer.ts';
import { FilterClauses } from '../../../customer/shared/filter-clauses.tsx';
import { describeClause, type FilterField } from '../../../customer/shared/filter-fields.ts';
import { useConditionsForm } from '../../../customer/shared/use-conditions-form.ts';

type ConditionsFieldProps = { conditions: Conditions; fields: readonly FilterField[]; onChange: (conditions: Conditions) => void };

/** Conditions that people of the audience meet: said in words, and changed in a dialog. */
export function ConditionsField({ conditions, fields, onChange }: ConditionsFieldProps) {
  const say = useWords(campaignWords.plan);
  const t = useWords(customerWords.phoneBook);
  const [isOpen, setOpen] = useState(false);
  const count = conditionsOf(conditions).length;
  return (
    <div>
      <Group gap="sm">
        <Button variant="default" size="xs" leftSection={<IconFilter size={14} aria-hidden />} onClick={() => setOpen(true)}>
          {say(count === 0 ? 'addConditions' : 'changeConditions')}
        </Button>
        {count === 0 ? null : (
          <Button variant="subtle" size="xs" color="gray" onClick={() => onChange(noConditions)}>
            {say('removeConditions')}
          </Button>
        )}
      </Group>
      {count === 0 ? null : (
        <ul aria-label={say('conditions')}>
          {conditions.clauses.map((clause) => (
            <li key={JSON.stringify(clause)}>{describeClause(t, fields, clause)}</li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <ConditionsDialog
          conditions={conditions}
          fields={fields}
          onClose={() => setOpen(false)}
          onSave={(next) => {
            onChange(next);
            setOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}

type ConditionsDialogProps = {
  conditions: Conditions;
  fields: readonly FilterField[];
  onClose: () => void;
  onSave: (conditions: Conditions) => void;
};

function ConditionsDialog({ conditions, fields, onClose, onSave }: ConditionsDialogProps) {
  const say = useWords(campaignWords.plan);
  const form = useConditionsForm(conditions, fields);
  return (
    <Modal opened onClose={onClose} title={say('conditions')} size="lg" closeOnClickOutside={false}>
      <DialogForm submit={say('apply')} onCancel={onClose} onSubmit={form.submit(onSave)}>
        <FilterClauses {...form.clauses} />
      </DialogForm>
    </Modal>
  );
}
