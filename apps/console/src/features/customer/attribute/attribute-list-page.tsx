import { Button } from '@mantine/core';
import type { InputFieldDefinition } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { May } from '../../account/shared/may.tsx';
import { attributesQuery } from '../shared/attribute.queries.ts';
import { useMoveAttribute, useRemoveAttribute } from './attribute.queries.ts';
import { AttributePanel } from './attribute-panel.tsx';
import { AttributeTable } from './attribute-table.tsx';

/** The attributes of the phone book, and the panel that adds or edits one. */
export function AttributeListPage() {
  const say = useWords(customerWords.attribute);
  const attributes = useQuery(attributesQuery);
  const move = useMoveAttribute();
  const remove = useRemoveAttribute();
  const [openId, setOpenId] = useState<string>();

  const handleDelete = async (definition: InputFieldDefinition) => {
    if (!(await confirmBin('delete', definition.fieldLabel))) return;
    remove.mutate(definition._id, {
      onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')),
      onError: (error) => {
        const { message, data } = describeFailure(error);
        const uses = Array.isArray(data.uses) ? data.uses.join(', ') : '';
        showToast('error', uses === '' || message.includes(uses) ? message : `${message} ${say('inUse', { users: uses })}`);
      },
    });
  };

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <May any={['ENTERPRISE.EDIT']}>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpenId('new')}>
              {say('addFields')}
            </Button>
          </May>
        }
      />
      <AttributeTable
        definitions={attributes.data}
        error={attributes.error}
        onRetry={() => void attributes.refetch()}
        onAdd={() => setOpenId('new')}
        onEdit={({ _id }) => setOpenId(_id)}
        onDelete={(definition) => void handleDelete(definition)}
        onMove={(indexes) => move.mutate(indexes)}
      />
      <AttributePanel attributeId={openId} onClose={() => setOpenId(undefined)} />
    </div>
  );
}
